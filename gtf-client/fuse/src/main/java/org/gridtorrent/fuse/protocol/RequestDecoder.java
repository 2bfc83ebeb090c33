package org.gridtorrent.fuse.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.gridtorrent.fuse.system.Errno;

/**
 * Decoder of requests. Trusts no length: whatever does not fit is a {@link MalformedRequestException}.
 * Names are UTF-8, at most 255 bytes, without slashes, and neither {@code .} nor {@code ..}.
 */
public final class RequestDecoder {
    private static final int MAX_NAME = 255;
    private static final int MAX_PATH = 4096;

    private static final int CHANGE_MODE = 1;
    private static final int CHANGE_OWNER = 1 << 1;
    private static final int CHANGE_GROUP = 1 << 2;
    private static final int CHANGE_SIZE = 1 << 3;
    private static final int CHANGE_ACCESSED = 1 << 4;
    private static final int CHANGE_MODIFIED = 1 << 5;
    private static final int HAS_HANDLE = 1 << 6;
    private static final int ACCESSED_NOW = 1 << 7;
    private static final int MODIFIED_NOW = 1 << 8;
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    private final MemorySegment body;
    private long position;

    private RequestDecoder(MemorySegment body) {
        this.body = body;
    }

    /** Request in a message, which has its header too. */
    public static Request decode(RequestHeader header, MemorySegment message)
            throws MalformedRequestException {
        MemorySegment body = message.asSlice(RequestHeader.LENGTH);
        return new RequestDecoder(body).decode(header);
    }

    private Request decode(RequestHeader header) throws MalformedRequestException {
        return switch (header.opcode()) {
            case Opcode.INIT -> init();
            case Opcode.LOOKUP -> new Request.Lookup(name());
            case Opcode.FORGET -> new Request.Forget(
                    List.of(new Request.Reference(header.nodeId(), longAt(0))));
            case Opcode.BATCH_FORGET -> batchForget();
            case Opcode.GETATTR -> new Request.GetAttributes();
            case Opcode.SETATTR -> setAttributes();
            case Opcode.READLINK -> new Request.ReadLink();
            case Opcode.SYMLINK -> new Request.MakeLink(name(), text(MAX_PATH));
            case Opcode.MKDIR -> {
                int mode = intAt(0);
                yield new Request.MakeDirectory(nameAfter(8), mode);
            }
            case Opcode.UNLINK -> new Request.Unlink(name());
            case Opcode.RMDIR -> new Request.RemoveDirectory(name());
            case Opcode.RENAME -> new Request.Rename(nameAfter(8), longAt(0), name(), 0);
            case Opcode.RENAME2 -> new Request.Rename(nameAfter(16), longAt(0), name(), intAt(8));
            case Opcode.OPEN -> new Request.Open(intAt(0));
            case Opcode.CREATE -> new Request.Create(nameAfter(16), intAt(0), intAt(4));
            case Opcode.READ -> new Request.Read(longAt(0), offsetAt(8), lengthAt(16));
            case Opcode.WRITE -> new Request.Write(longAt(0), offsetAt(8), data(40, lengthAt(16)));
            case Opcode.FLUSH -> new Request.Flush(longAt(0));
            case Opcode.FSYNC -> new Request.Sync(longAt(0), (intAt(8) & 1) != 0);
            case Opcode.RELEASE -> new Request.Release(longAt(0));
            case Opcode.OPENDIR -> new Request.OpenDirectory();
            case Opcode.READDIR, Opcode.READDIRPLUS -> new Request.ReadDirectory(longAt(0),
                    offsetAt(8), lengthAt(16), header.opcode() == Opcode.READDIRPLUS);
            case Opcode.RELEASEDIR -> new Request.ReleaseDirectory(longAt(0));
            case Opcode.ACCESS -> new Request.Access(intAt(0));
            case Opcode.STATFS -> new Request.FileSystemStatistics();
            case Opcode.INTERRUPT -> new Request.Interrupt(longAt(0));
            case Opcode.DESTROY -> new Request.Destroy();
            default -> new Request.Unknown();
        };
    }

    private Request init() throws MalformedRequestException {
        long flags = Integer.toUnsignedLong(intAt(12));
        if ((flags & InitFlags.INIT_EXT) != 0 && body.byteSize() >= 20) {
            flags |= Integer.toUnsignedLong(intAt(16)) << Integer.SIZE;
        }
        return new Request.Init(intAt(0), intAt(4), intAt(8), flags);
    }

    private Request batchForget() throws MalformedRequestException {
        int count = intAt(0);
        if (count < 0 || count > (body.byteSize() - 8) / 16) {
            throw new MalformedRequestException(count + " references in " + body.byteSize()
                    + " bytes");
        }
        List<Request.Reference> references = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            references.add(new Request.Reference(longAt(8 + 16L * i), longAt(16 + 16L * i)));
        }
        return new Request.Forget(references);
    }

    private Request setAttributes() throws MalformedRequestException {
        require(0, 88);
        int valid = intAt(0);
        AttributeChange change = new AttributeChange(
                isSet(valid, CHANGE_SIZE) ? OptionalLong.of(offsetAt(16)) : OptionalLong.empty(),
                optionalInt(valid, CHANGE_MODE, 68),
                optionalInt(valid, CHANGE_OWNER, 76),
                optionalInt(valid, CHANGE_GROUP, 80),
                time(valid, CHANGE_ACCESSED, ACCESSED_NOW, 32, 56),
                time(valid, CHANGE_MODIFIED, MODIFIED_NOW, 40, 60));
        return new Request.SetAttributes(change,
                isSet(valid, HAS_HANDLE) ? OptionalLong.of(longAt(8)) : OptionalLong.empty());
    }

    private static boolean isSet(int flags, int flag) {
        return (flags & flag) != 0;
    }

    private OptionalInt optionalInt(int valid, int flag, long at) throws MalformedRequestException {
        return isSet(valid, flag) ? OptionalInt.of(intAt(at)) : OptionalInt.empty();
    }

    private Optional<Instant> time(int valid, int given, int now, long seconds, long nanos)
            throws MalformedRequestException {
        if (isSet(valid, now)) {
            return Optional.of(Instant.now());
        }
        if (!isSet(valid, given)) {
            return Optional.empty();
        }
        long second = longAt(seconds);
        int nano = intAt(nanos);
        if (nano < 0 || nano >= NANOS_PER_SECOND || second < Instant.MIN.getEpochSecond()
                || second > Instant.MAX.getEpochSecond()) {
            throw new MalformedRequestException("a time of " + second + " s and " + nano + " ns");
        }
        return Optional.of(Instant.ofEpochSecond(second, nano));
    }

    private void require(long at, long length) throws MalformedRequestException {
        if (at + length > body.byteSize()) {
            throw new MalformedRequestException("a body of " + body.byteSize()
                    + " bytes has none at " + (at + length - 1));
        }
    }

    private int intAt(long at) throws MalformedRequestException {
        require(at, Integer.BYTES);
        return body.get(Layouts.INT, at);
    }

    private long longAt(long at) throws MalformedRequestException {
        require(at, Long.BYTES);
        return body.get(Layouts.LONG, at);
    }

    private long offsetAt(long at) throws MalformedRequestException {
        long offset = longAt(at);
        if (offset < 0) {
            throw new MalformedRequestException("an offset of " + offset);
        }
        return offset;
    }

    private int lengthAt(long at) throws MalformedRequestException {
        int length = intAt(at);
        if (length < 0) {
            throw new MalformedRequestException("a length of " + length);
        }
        return length;
    }

    private MemorySegment data(long at, int length) throws MalformedRequestException {
        require(at, length);
        return body.asSlice(at, length);
    }

    private String nameAfter(long fields) throws MalformedRequestException {
        require(0, fields);
        position = fields;
        return name();
    }

    private String name() throws MalformedRequestException {
        String name = text(MAX_NAME);
        if (name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
            throw new MalformedRequestException("a name that is none");
        }
        return name;
    }

    /** The next text that ends in a zero byte; never empty. */
    private String text(int maxLength) throws MalformedRequestException {
        long end = position;
        while (end < body.byteSize()
                && body.get(ValueLayout.JAVA_BYTE, end) != 0) {
            end++;
        }
        long length = end - position;
        if (end >= body.byteSize() || length == 0) {
            throw new MalformedRequestException("a name without an end, or an empty one");
        }
        if (length > maxLength) {
            throw new MalformedRequestException("a name of " + length + " bytes",
                    Errno.ENAMETOOLONG);
        }
        ByteBuffer bytes = body.asSlice(position, length).asByteBuffer();
        position = end + 1;
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedRequestException("a name that is not UTF-8", Errno.EILSEQ);
        }
    }
}

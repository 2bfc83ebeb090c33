package org.gridtorrent.fuse.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Encoders of replies and notifications: a header, then a body, in memory of the caller's. */
public final class Replies {
    public static final int MAJOR = 7;
    /** The newest that is spoken, and the oldest that is answered. */
    public static final int MINOR = 38;
    public static final int OLDEST_MINOR = 31;

    public static final int HEADER_LENGTH = 16;
    /** A longer write than the kernel is to send; a whole page more has its header. */
    public static final int MAX_WRITE = 256 * 1024;

    private static final int MAX_PAGES = 256;
    static final int ENTRY_LENGTH = 40 + Attributes.LENGTH;
    /** Requests that nobody waits for, read-ahead above all, and of how many processes are slowed down. */
    private static final short MAX_BACKGROUND = 256;
    private static final short CONGESTION = 192;

    private static final int KEEP_CACHE = 1 << 1;
    private static final int INVALIDATE_INODE = 2;
    private static final int INVALIDATE_ENTRY = 3;

    private Replies() {}

    /** Header of a reply whose body has this length. */
    public static MemorySegment header(SegmentAllocator memory, long unique, long bodyLength) {
        return header(memory, unique, 0, bodyLength);
    }

    /** A whole reply that says that the request failed. */
    public static MemorySegment error(SegmentAllocator memory, long unique, int errno) {
        return header(memory, unique, -errno, 0);
    }

    private static MemorySegment header(SegmentAllocator memory, long unique, int error,
            long bodyLength) {
        MemorySegment header = memory.allocate(HEADER_LENGTH, Long.BYTES);
        header.set(Layouts.INT, 0, Math.toIntExact(HEADER_LENGTH + bodyLength));
        header.set(Layouts.INT, 4, error);
        header.set(Layouts.LONG, 8, unique);
        return header;
    }

    /** Features that both have; the kernel's own read-ahead as it offers it. */
    public static MemorySegment init(SegmentAllocator memory, Request.Init request) {
        MemorySegment body = memory.allocate(64, Long.BYTES);
        long flags = request.flags() & InitFlags.WANTED;
        body.set(Layouts.INT, 0, MAJOR);
        body.set(Layouts.INT, 4, Math.min(request.minor(), MINOR));
        body.set(Layouts.INT, 8, request.maxReadAhead());
        body.set(Layouts.INT, 12, (int) flags);
        body.set(Layouts.SHORT, 16, MAX_BACKGROUND);
        body.set(Layouts.SHORT, 18, CONGESTION);
        body.set(Layouts.INT, 20, MAX_WRITE);
        body.set(Layouts.INT, 24, 1);
        body.set(Layouts.SHORT, 28, (short) MAX_PAGES);
        body.set(Layouts.INT, 32, (int) (flags >>> Integer.SIZE));
        return body;
    }

    /** To a kernel of another major version, which then asks again or gives up. */
    public static MemorySegment version(SegmentAllocator memory) {
        MemorySegment body = memory.allocate(64, Long.BYTES);
        body.set(Layouts.INT, 0, MAJOR);
        body.set(Layouts.INT, 4, MINOR);
        return body;
    }

    /** Where a name leads; the kernel may answer that, and the attributes, by itself while it is valid. */
    public static MemorySegment entry(SegmentAllocator memory, long nodeId, Attributes attributes,
            Duration validity) {
        MemorySegment body = memory.allocate(ENTRY_LENGTH, Long.BYTES);
        encodeEntry(body, nodeId, attributes, validity);
        return body;
    }

    /** A name that leads nowhere, which the kernel may remember. */
    public static MemorySegment noEntry(SegmentAllocator memory, Duration validity) {
        MemorySegment body = memory.allocate(ENTRY_LENGTH, Long.BYTES);
        body.set(Layouts.LONG, 16, validity.toSeconds());
        body.set(Layouts.INT, 32, validity.toNanosPart());
        return body;
    }

    static void encodeEntry(MemorySegment to, long nodeId, Attributes attributes,
            Duration validity) {
        to.set(Layouts.LONG, 0, nodeId);
        to.set(Layouts.LONG, 8, 0);
        to.set(Layouts.LONG, 16, validity.toSeconds());
        to.set(Layouts.LONG, 24, validity.toSeconds());
        to.set(Layouts.INT, 32, validity.toNanosPart());
        to.set(Layouts.INT, 36, validity.toNanosPart());
        attributes.encode(to.asSlice(40));
    }

    public static MemorySegment attributes(SegmentAllocator memory, Attributes attributes,
            Duration validity) {
        MemorySegment body = memory.allocate(16 + Attributes.LENGTH, Long.BYTES);
        body.set(Layouts.LONG, 0, validity.toSeconds());
        body.set(Layouts.INT, 8, validity.toNanosPart());
        attributes.encode(body.asSlice(16));
        return body;
    }

    /** An opened file; pages that were read before are good for it too if it keeps the cache. */
    public static MemorySegment open(SegmentAllocator memory, long handle, boolean keepsCache) {
        MemorySegment body = memory.allocate(16, Long.BYTES);
        body.set(Layouts.LONG, 0, handle);
        body.set(Layouts.INT, 8, keepsCache ? KEEP_CACHE : 0);
        return body;
    }

    public static MemorySegment written(SegmentAllocator memory, int length) {
        MemorySegment body = memory.allocate(8, Long.BYTES);
        body.set(Layouts.INT, 0, length);
        return body;
    }

    public static MemorySegment text(SegmentAllocator memory, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        MemorySegment body = memory.allocate(bytes.length, 1);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, body, 0, bytes.length);
        return body;
    }

    public static MemorySegment statistics(SegmentAllocator memory, VolumeStatistics statistics) {
        MemorySegment body = memory.allocate(80, Long.BYTES);
        body.set(Layouts.LONG, 0, statistics.totalBytes() / VolumeStatistics.BLOCK);
        body.set(Layouts.LONG, 8, statistics.freeBytes() / VolumeStatistics.BLOCK);
        body.set(Layouts.LONG, 16, statistics.freeBytes() / VolumeStatistics.BLOCK);
        body.set(Layouts.LONG, 24, statistics.files());
        body.set(Layouts.INT, 40, VolumeStatistics.BLOCK);
        body.set(Layouts.INT, 44, 255);
        body.set(Layouts.INT, 48, VolumeStatistics.BLOCK);
        return body;
    }

    /**
     * Has the kernel drop what it cached of a file, pages and attributes; pages that were written and not
     * sent are sent first.
     */
    public static MemorySegment invalidateNode(SegmentAllocator memory, long nodeId) {
        MemorySegment message = notification(memory, INVALIDATE_INODE, 24);
        message.set(Layouts.LONG, HEADER_LENGTH, nodeId);
        return message;
    }

    /** Has the kernel forget where a name leads. */
    public static MemorySegment invalidateEntry(SegmentAllocator memory, long parent, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        MemorySegment message = notification(memory, INVALIDATE_ENTRY, 16 + bytes.length + 1);
        message.set(Layouts.LONG, HEADER_LENGTH, parent);
        message.set(Layouts.INT, HEADER_LENGTH + 8, bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, message, HEADER_LENGTH + 16,
                bytes.length);
        return message;
    }

    private static MemorySegment notification(SegmentAllocator memory, int code, int bodyLength) {
        MemorySegment message = memory.allocate(HEADER_LENGTH + bodyLength, Long.BYTES);
        message.set(Layouts.INT, 0, HEADER_LENGTH + bodyLength);
        message.set(Layouts.INT, 4, code);
        return message;
    }
}

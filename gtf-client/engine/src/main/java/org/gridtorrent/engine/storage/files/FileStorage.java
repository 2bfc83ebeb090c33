package org.gridtorrent.engine.storage.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.attribute.PosixFilePermission.GROUP_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.GROUP_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.files.FileLayout.FileSlice;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/**
 * Storage of a content in the files of a directory.
 *
 * <p>Files are created when bytes for them arrive; padding is read as zeros and not kept. Thread-safe.
 */
public final class FileStorage implements Storage {
    private static final int MAX_OPEN_FILES = 64;
    /** Bytes of one call: the platform keeps a buffer outside the heap, as long as the call's. */
    private static final int MAX_TRANSFER = 256 * 1024;
    /** Bytes copied between two checks for an interrupt. */
    private static final long MAX_COPY = 16L << 20;

    private final FileLayout layout;
    private final Path directory;
    private final boolean readOnly;
    private final String name;
    private final boolean isSingleFile;
    private final SafeFolder folder;
    /** Content's folder without links, as it was last: null until a file was opened for reading only. */
    private volatile @Nullable Path realRoot;
    private final FilePool filePool = new FilePool(MAX_OPEN_FILES,
            OpenFileLimit.SHARED, this::open);

    private FileStorage(Metainfo metainfo, Path directory, boolean readOnly) {
        this.layout = new FileLayout(metainfo);
        this.directory = directory.toAbsolutePath().normalize();
        this.readOnly = readOnly;
        this.name = metainfo.name();
        this.isSingleFile = metainfo.isSingleFile();
        this.folder = new SafeFolder(this.directory);
    }

    /**
     * Existing files, to be read only. Links are followed as publishing does: to files inside the
     * content's folder.
     */
    public static FileStorage readOnly(Metainfo metainfo, Path directory) {
        return new FileStorage(metainfo, directory, true);
    }

    /** Files to write below the directory. No link is followed. */
    public static FileStorage writable(Metainfo metainfo, Path directory) {
        return new FileStorage(metainfo, directory, false);
    }

    /** The directory below which the files lie, absolute. */
    public Path directory() {
        return directory;
    }

    @Override
    public void read(Block block, ByteBuffer into) throws IOException {
        if (into.remaining() < block.length()) {
            throw new IllegalArgumentException(into.remaining() + " bytes of room for " + block);
        }
        for (FileSlice slice : layout.slices(block)) {
            ByteBuffer part = into.slice(into.position(), slice.length());
            if (file(slice).isPadding()) {
                part.put(new byte[slice.length()]);
            } else {
                filePool.use(slice.file(), false,
                        channel -> readFully(channel, part.clear(), slice));
            }
            into.position(into.position() + slice.length());
        }
    }

    private void readFully(FileChannel channel, ByteBuffer part, FileSlice slice)
            throws IOException {
        int end = part.limit();
        while (part.position() < end) {
            part.limit(Math.min(end, part.position() + MAX_TRANSFER));
            if (channel.read(part, slice.offset() + part.position()) < 0) {
                throw new EOFException(path(slice.file()) + " is shorter than it should be");
            }
        }
    }

    @Override
    public void write(Block block, ByteBuffer data) throws IOException {
        if (readOnly) {
            throw new FileSystemException(directory.toString(), null,
                    "it is opened for reading only");
        }
        if (data.remaining() != block.length()) {
            throw new IllegalArgumentException(data.remaining() + " bytes for " + block);
        }
        for (FileSlice slice : layout.slices(block)) {
            ByteBuffer part = data.slice(data.position(), slice.length());
            if (!file(slice).isPadding()) {
                writeSlice(slice, part);
            }
            data.position(data.position() + slice.length());
        }
    }

    private void writeSlice(FileSlice slice, ByteBuffer part) throws IOException {
        try {
            filePool.use(slice.file(), true, channel -> writeFully(channel, part.clear(), slice));
        } catch (IOException e) {
            throw DiskFullException.classify(path(slice.file()), e);
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer part, FileSlice slice)
            throws IOException {
        int end = part.limit();
        while (part.position() < end) {
            part.limit(Math.min(end, part.position() + MAX_TRANSFER));
            channel.write(part, slice.offset() + part.position());
        }
    }

    /**
     * Extends a file to a length with the source's bytes at the same offsets, as far as it has them.
     * Bytes already there stay. File systems with reflinks share the blocks. Needs a {@link #sync}.
     *
     * @param copied told of the bytes of each step
     */
    public void extend(int file, FileChannel source, long length, LongConsumer copied)
            throws IOException {
        try {
            filePool.use(file, true, channel -> {
                long at = channel.size();
                long count = 1;
                while (at < length && count > 0) {
                    channel.position(at);
                    count = source.transferTo(at, Math.min(length - at, MAX_COPY), channel);
                    at += count;
                    copied.accept(count);
                }
            });
        } catch (IOException e) {
            throw DiskFullException.classify(path(file), e);
        }
    }

    @Override
    public void sync() throws IOException {
        filePool.force();
        folder.sync();
    }

    @Override
    public void sync(Collection<Integer> files) throws IOException {
        // fsync(2) through a descriptor opened for reading syncs the file as well.
        SyncThreads.each(files, file -> filePool.use(file, false, channel -> channel.force(true)));
        sync();
    }

    @Override
    public void reopen(int file) throws IOException {
        filePool.reopen(file);
    }

    @Override
    public void create(int file) throws IOException {
        MetainfoFile wanted = layout.files().get(file);
        try {
            FileDescriptors.retryWhileExhausted(() -> folder.open(wanted.path(), wanted.length()))
                    .close();
        } catch (IOException e) {
            throw DiskFullException.classify(path(file), e);
        }
    }

    /** Truncates the files that are longer than they should be. */
    public void truncateOversized() throws IOException {
        for (int file = 0; file < layout.files().size(); file++) {
            MetainfoFile wanted = layout.files().get(file);
            if (!wanted.isPadding()
                    && stamp(file).filter(now -> now.length() > wanted.length()).isPresent()) {
                create(file);
            }
        }
    }

    /** Changes nothing when opened for reading only. */
    @Override
    public boolean makeExecutable(int file) throws IOException {
        var view = Files.getFileAttributeView(path(file), PosixFileAttributeView.class,
                NOFOLLOW_LINKS);
        if (view == null || readOnly) {
            return true;
        }
        if (stamp(file).isEmpty()) {
            return false;
        }
        Set<PosixFilePermission> rights = view.readAttributes().permissions();
        rights.add(OWNER_EXECUTE);
        if (rights.contains(GROUP_READ)) {
            rights.add(GROUP_EXECUTE);
        }
        if (rights.contains(OTHERS_READ)) {
            rights.add(OTHERS_EXECUTE);
        }
        view.setPermissions(rights);
        return true;
    }

    /** Whether the file holds nothing but zeros. */
    public boolean isAllZeros(int file) throws IOException {
        ByteBuffer part = ByteBuffer.allocate(MAX_TRANSFER);
        try (FileChannel channel = openPlain(path(file))) {
            while (channel.read(part.clear()) >= 0) {
                part.flip();
                while (part.hasRemaining()) {
                    if (part.get() != 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** The exception that names the file. */
    public FileConflictException conflict(int file) {
        return new FileConflictException(path(file));
    }

    @Override
    public Optional<FileStamp> stamp(int file) throws IOException {
        Path path = path(file);
        if (readOnly) {
            return FileStamp.of(path);
        }
        // Most files to write are not there yet, and this says so without an exception for each.
        return Files.isRegularFile(path, NOFOLLOW_LINKS)
                ? FileStamp.of(path, NOFOLLOW_LINKS)
                : Optional.empty();
    }

    @Override
    public Path mountPoint() throws IOException {
        return MountPoint.of(directory);
    }

    @Override
    public void close() throws IOException {
        filePool.close();
    }

    private FileChannel open(int file, boolean forWriting) throws IOException {
        MetainfoFile wanted = layout.files().get(file);
        if (forWriting) {
            return folder.open(wanted.path(), wanted.length());
        }
        if (stamp(file).isEmpty()) {
            throw new NoSuchFileException(path(file).toString());
        }
        return readOnly ? openInside(path(file)) : openPlain(path(file));
    }

    private static FileChannel openPlain(Path path) throws IOException {
        return FileChannel.open(path, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS));
    }

    private FileChannel openInside(Path path) throws IOException {
        Path real = path.toRealPath();
        if (!isSingleFile && !isInside(real)) {
            throw new FileSystemException(path.toString(), null,
                    "it is a link that leads out of the folder");
        }
        return openPlain(real);
    }

    private boolean isInside(Path real) throws IOException {
        Path known = realRoot;
        if (known != null && real.startsWith(known)) {
            return true;
        }
        Path root = directory.resolve(name).toRealPath();
        realRoot = root;
        return real.startsWith(root);
    }

    private MetainfoFile file(FileSlice slice) {
        return layout.files().get(slice.file());
    }

    private Path path(int file) {
        return layout.files().get(file).path().under(directory);
    }
}

package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.storage.files.FileLayout.FileSlice;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.Storage;
import org.jspecify.annotations.Nullable;

/**
 * Files written to since their stamps were last recorded, to notice other programs' changes.
 *
 * <p>Our own writes change a file's length and time, so the inode and the least length are compared: a
 * file that was cut, replaced or deleted is noticed, one that was overwritten in place is not. For the
 * disk worker's thread.
 */
final class WrittenFiles {
    private final Storage storage;
    private final Map<Integer, Extent> unsealed = new HashMap<>();
    /** Written to before the sync at work began; a file may be in both maps. */
    private final Map<Integer, Extent> sealed = new HashMap<>();

    /** Which file was written to, and how far it reaches at least. */
    private record Extent(long inode, long end) {}

    WrittenFiles(Storage storage) {
        this.storage = storage;
    }

    boolean isEmpty() {
        return unsealed.isEmpty() && sealed.isEmpty();
    }

    boolean contains(int file) {
        return unsealed.containsKey(file) || sealed.containsKey(file);
    }

    /** Adds a slice that was written just now. */
    void add(FileSlice slice) throws IOException {
        long end = slice.offset() + slice.length();
        Extent before = latest(slice.file());
        unsealed.put(slice.file(), before == null
                ? first(storage.stamp(slice.file()), end)
                : new Extent(before.inode, Math.max(before.end, end)));
    }

    private @Nullable Extent latest(int file) {
        Extent latest = unsealed.get(file);
        return latest == null ? sealed.get(file) : latest;
    }

    private static Extent first(Optional<FileStamp> stamp, long end) {
        return stamp.map(now -> new Extent(now.inode(), Math.max(now.length(), end)))
                .orElseGet(() -> new Extent(0, end));
    }

    /** Whether the file was cut, replaced or deleted since it was written to. */
    boolean isDisturbed(int file) throws IOException {
        Extent extent = latest(file);
        if (extent == null) {
            return false;
        }
        Optional<FileStamp> now = storage.stamp(file);
        return now.isEmpty() || now.get().inode() != extent.inode
                || now.get().length() < extent.end;
    }

    Set<Integer> disturbed(Set<Integer> files) throws IOException {
        var disturbed = new HashSet<Integer>();
        for (int file : files) {
            if (isDisturbed(file)) {
                disturbed.add(file);
            }
        }
        return disturbed;
    }

    /** A sync begins: it takes along what was written so far. */
    void seal() {
        sealed.putAll(unsealed);
        unsealed.clear();
    }

    Set<Integer> sealed() {
        return Set.copyOf(sealed.keySet());
    }

    Set<Integer> all() {
        var files = new HashSet<>(unsealed.keySet());
        files.addAll(sealed.keySet());
        return files;
    }

    void dropSealed() {
        sealed.clear();
    }

    void clear() {
        unsealed.clear();
        sealed.clear();
    }
}

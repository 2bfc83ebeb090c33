package org.gridtorrent.client.export;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.gridtorrent.client.tree.DatasetFile;
import org.gridtorrent.client.tree.DatasetTree;
import org.gridtorrent.client.tree.OpenFile;
import org.gridtorrent.client.tree.TreeChange;
import org.gridtorrent.client.tree.TreeFolder;
import org.gridtorrent.client.tree.TreeNode;
import org.gridtorrent.client.tree.UnreadableException;
import org.gridtorrent.metainfo.InfoHash;

/** Tree in memory, with files that wait and rights that end. Thread-safe. */
public final class MemoryTree implements DatasetTree {
    private static final Instant TIME = Instant.ofEpochSecond(1_600_000_000);

    private final Map<String, MemoryFile> files = new ConcurrentHashMap<>();
    private final List<Consumer<TreeChange>> listeners = new CopyOnWriteArrayList<>();
    /** Reads of files that wait. */
    public final List<CompletableFuture<Integer>> waiting = new CopyOnWriteArrayList<>();

    /** Adds a file at a path. */
    public MemoryFile put(String path, byte[] bytes) {
        MemoryFile file = new MemoryFile(path, bytes);
        files.put(path, file);
        return file;
    }

    /** Takes all away that is at a path or below it, for a reason. */
    public void end(String path, UnreadableException.Reason reason) {
        files.forEach((each, file) -> {
            if (each.startsWith(path + "/")) {
                file.ended = Optional.of(reason);
                files.remove(each);
            }
        });
        listeners.forEach(
                listener -> listener.accept(new TreeChange(TreeChange.Kind.REMOVED, path)));
    }

    public int watches() {
        return listeners.size();
    }

    @Override
    public Optional<TreeNode> find(String path) {
        MemoryFile file = files.get(path);
        if (file != null) {
            return Optional.of(file);
        }
        boolean exists = path.isEmpty()
                || files.keySet().stream().anyMatch(each -> each.startsWith(path + "/"));
        return exists ? Optional.of(new MemoryFolder(path)) : Optional.empty();
    }

    @Override
    public Optional<String> title(String datasetId) {
        return Optional.empty();
    }

    @Override
    public Watch watch(Consumer<TreeChange> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Folder in which something lies. */
    private final class MemoryFolder implements TreeFolder {
        private final String path;

        MemoryFolder(String path) {
            this.path = path;
        }

        @Override
        public String name() {
            return MemoryTree.name(path);
        }

        @Override
        public Instant modified() {
            return TIME;
        }

        @Override
        public List<TreeNode> children() {
            String prefix = path.isEmpty() ? "" : path + "/";
            Map<String, TreeNode> children = new TreeMap<>();
            files.keySet().stream().filter(each -> each.startsWith(prefix)).forEach(each -> {
                String name = each.substring(prefix.length()).split("/", 2)[0];
                children.computeIfAbsent(name, _ -> find(prefix + name).orElseThrow());
            });
            return new ArrayList<>(children.values());
        }

        @Override
        public Optional<TreeNode> child(String name) {
            return find(path.isEmpty() ? name : path + "/" + name);
        }
    }

    /** File of this tree. */
    public final class MemoryFile implements DatasetFile {
        private final String path;
        private final byte[] bytes;
        private volatile Optional<UnreadableException.Reason> ended = Optional.empty();
        private volatile boolean waits;

        MemoryFile(String path, byte[] bytes) {
            this.path = path;
            this.bytes = bytes;
        }

        /** Its reads wait from now on. */
        public void makeWait() {
            waits = true;
        }

        @Override
        public String name() {
            return MemoryTree.name(path);
        }

        @Override
        public Instant modified() {
            return TIME;
        }

        @Override
        public String datasetId() {
            return "dataset";
        }

        @Override
        public InfoHash infoHash() {
            return InfoHash.of(new byte[InfoHash.V1_LENGTH]);
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public OpenFile open() throws UnreadableException {
            if (ended.isPresent()) {
                throw new UnreadableException(ended.get(), path + " is not for you");
            }
            return new OpenFile() {
                @Override
                public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
                    return MemoryFile.this.read(offset, into);
                }

                @Override
                public void close() {}
            };
        }

        private CompletableFuture<Integer> read(long offset, ByteBuffer into) {
            if (ended.isPresent()) {
                return CompletableFuture.failedFuture(
                        new UnreadableException(ended.get(), path + " is not for you"));
            }
            int from = (int) Math.min(offset, bytes.length);
            int count = Math.min(into.remaining(), bytes.length - from);
            into.put(bytes, from, count);
            if (waits) {
                CompletableFuture<Integer> read = new CompletableFuture<>();
                waiting.add(read);
                return read;
            }
            return CompletableFuture.completedFuture(count);
        }
    }
}

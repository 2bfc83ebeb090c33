package org.gridtorrent.ccm.dataset.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gridtorrent.ccm.dataset.file.FileTree.Entry;

/** A folder of a {@link FileTree}: filled, then sorted, then only read. */
final class Folder {
    private static final Comparator<String> BY_NAME = String.CASE_INSENSITIVE_ORDER
            .thenComparing(Comparator.naturalOrder());

    private final String name;
    private final Map<String, Folder> byName = new HashMap<>();
    private final List<File> files = new ArrayList<>();
    private List<Folder> folders = List.of();
    private long length;
    private int count;

    Folder(String name) {
        this.name = name;
    }

    /** A file's length is in bytes. */
    record File(String name, long length) {
        Entry entry(String folder) {
            return new Entry(name, below(folder, name), false, length, 1);
        }
    }

    static String below(String folder, String name) {
        return folder.isEmpty() ? name : folder + "/" + name;
    }

    void add(List<String> path, long bytes) {
        length += bytes;
        count++;
        if (path.size() == 1) {
            files.add(new File(path.getFirst(), bytes));
        } else {
            byName.computeIfAbsent(path.getFirst(), Folder::new).add(path.subList(1, path.size()),
                    bytes);
        }
    }

    void sort() {
        folders = byName.values().stream().sorted(Comparator.comparing(Folder::name, BY_NAME))
                .toList();
        files.sort(Comparator.comparing(File::name, BY_NAME));
        folders.forEach(Folder::sort);
    }

    Optional<Folder> find(String path) {
        int slash = path.indexOf('/');
        Optional<Folder> next = Optional
                .ofNullable(byName.get(slash < 0 ? path : path.substring(0, slash)));
        return slash < 0 ? next : next.flatMap(inner -> inner.find(path.substring(slash + 1)));
    }

    /** What stands between two places of the list of its folders and then its files. */
    List<Entry> entries(String path, int from, int to) {
        return IntStream.range(from, to).mapToObj(place -> place < folders.size()
                ? folders.get(place).entry(path)
                : files.get(place - folders.size()).entry(path)).toList();
    }

    private Entry entry(String above) {
        return new Entry(name, below(above, name), true, length, count);
    }

    String name() {
        return name;
    }

    List<Folder> folders() {
        return folders;
    }

    List<File> files() {
        return files;
    }

    int count() {
        return count;
    }
}

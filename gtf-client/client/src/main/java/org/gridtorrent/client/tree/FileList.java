package org.gridtorrent.client.tree;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/** Folders and files of one content. Immutable. */
final class FileList {
    /** Bytes of memory that a file takes, roughly, beside its hashes. */
    private static final int BYTES_PER_FILE = 400;

    private final Metainfo metainfo;
    private final Folder root;

    /** What a folder has below a name. */
    sealed interface Entry permits Folder, File {}

    /** Folder, its entries by name. */
    record Folder(SortedMap<String, Entry> entries) implements Entry {
        Optional<Entry> find(String name) {
            return Optional.ofNullable(entries.get(name));
        }
    }

    /**
     * File.
     *
     * @param index in {@link Metainfo#files}
     * @param path below the data set's own folder
     */
    record File(int index, String path, long length) implements Entry {}

    private FileList(Metainfo metainfo, Folder root) {
        this.metainfo = metainfo;
        this.root = root;
    }

    static FileList of(Metainfo metainfo) {
        Folder root = new Folder(new TreeMap<>());
        int above = metainfo.isSingleFile() ? 0 : 1;
        List<MetainfoFile> files = metainfo.files();
        for (int i = 0; i < files.size(); i++) {
            MetainfoFile file = files.get(i);
            if (!file.isPadding()) {
                List<String> elements = file.path().elements();
                List<String> below = elements.subList(above, elements.size());
                Folder folder = root;
                for (String name : below.subList(0, below.size() - 1)) {
                    folder = (Folder) folder.entries.computeIfAbsent(name,
                            _ -> new Folder(new TreeMap<>())); // metainfo has no path through a file
                }
                folder.entries.put(below.getLast(),
                        new File(i, String.join("/", below), file.length()));
            }
        }
        return new FileList(metainfo, root);
    }

    Metainfo metainfo() {
        return metainfo;
    }

    Folder root() {
        return root;
    }

    /** Bytes of memory that it takes, roughly. */
    long weight() {
        return metainfo.infoBytes().remaining() + (long) BYTES_PER_FILE * metainfo.files().size();
    }
}

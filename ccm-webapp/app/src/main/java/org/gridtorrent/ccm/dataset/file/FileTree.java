package org.gridtorrent.ccm.dataset.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/** The folders and files of a data set, from which pages are cut without looking at the rest. */
public final class FileTree {
    public static final int PER_PAGE = 100;

    private final Folder root;

    private FileTree(Folder root) {
        this.root = root;
    }

    /**
     * A line of a page: a file, or a folder with what is in it and below.
     *
     * @param path below the data set's own folder
     * @param length in bytes
     * @param files 1 for a file
     */
    public record Entry(String name, String path, boolean folder, long length, int files) {}

    /** A part of a list; {@code page} counts from 1, and there is always one. */
    public record Page(List<Entry> entries, int page, int pages, int total) {}

    static FileTree of(Metainfo metainfo) {
        Folder root = new Folder(metainfo.name());
        int above = metainfo.isSingleFile() ? 0 : 1;
        for (MetainfoFile file : metainfo.files()) {
            if (!file.isPadding()) {
                List<String> elements = file.path().elements();
                root.add(elements.subList(above, elements.size()), file.length());
            }
        }
        root.sort();
        return new FileTree(root);
    }

    public int count() {
        return root.count();
    }

    /** How long a file is, in bytes; empty when there is none of this path. */
    public OptionalLong length(String path) {
        int slash = path.lastIndexOf('/');
        Optional<Folder> folder = slash < 0
                ? Optional.of(root)
                : root.find(path.substring(0, slash));
        return folder.stream().flatMap(above -> above.files().stream())
                .filter(file -> file.name().equals(path.substring(slash + 1)))
                .mapToLong(Folder.File::length).findFirst();
    }

    /** One page of a folder, its folders first; empty when there is no such folder. */
    public Optional<Page> folder(String path, int page) {
        Optional<Folder> found = path.isEmpty() ? Optional.of(root) : root.find(path);
        return found.map(folder -> {
            int total = folder.folders().size() + folder.files().size();
            int pages = pages(total);
            int at = Math.min(page, pages);
            int from = (at - 1) * PER_PAGE;
            return new Page(folder.entries(path, from, Math.min(total, from + PER_PAGE)), at,
                    pages, total);
        });
    }

    /** One page of the files in whose names the words are, in any case of letters. */
    public Page search(String words, int page) {
        Search search = new Search(words.toLowerCase(Locale.ROOT), page);
        search.look(root, "");
        // A page that is not there any more is the last one.
        return search.total <= (long) (page - 1) * PER_PAGE && page > 1
                ? search(words, pages(search.total))
                : new Page(List.copyOf(search.found), page, pages(search.total), search.total);
    }

    private static int pages(int total) {
        return Math.max(1, Math.ceilDiv(total, PER_PAGE));
    }

    /** Counts all, and keeps what is on the page. */
    private static final class Search {
        private final String words;
        private final long from;
        private final List<Entry> found = new ArrayList<>();
        private int total;

        Search(String words, int page) {
            this.words = words;
            this.from = (long) (page - 1) * PER_PAGE;
        }

        void look(Folder folder, String path) {
            folder.folders().forEach(inner -> look(inner, Folder.below(path, inner.name())));
            for (Folder.File file : folder.files()) {
                if (file.name().toLowerCase(Locale.ROOT).contains(words)) {
                    if (total >= from && found.size() < PER_PAGE) {
                        found.add(file.entry(path));
                    }
                    total++;
                }
            }
        }
    }
}

package org.gridtorrent.ccm.dataset;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.ccm.dataset.file.FileTree;
import org.gridtorrent.ccm.dataset.tab.DatasetHead;

/**
 * One page of a data set's files: of a folder, or of those that a search found.
 *
 * @param root the name of the data set's own folder
 * @param folder the path of the one shown, below that; empty for itself
 * @param words what was searched for; empty when nothing was
 * @param page empty until it is published
 */
public record FilesView(DatasetHead head, String root, String folder, String words,
        Optional<FileTree.Page> page) {

    /** A folder on the way to the one shown. */
    public record Crumb(String name, String link) {}

    public boolean searching() {
        return !words.isEmpty();
    }

    /** From the outermost folder to the one shown. */
    public List<Crumb> crumbs() {
        List<Crumb> crumbs = new ArrayList<>();
        crumbs.add(new Crumb(root, head.folder("")));
        int start = 0;
        while (start < folder.length()) {
            int slash = folder.indexOf('/', start);
            int end = slash < 0 ? folder.length() : slash;
            crumbs.add(
                    new Crumb(folder.substring(start, end), head.folder(folder.substring(0, end))));
            start = end + 1;
        }
        return crumbs;
    }

    public String page(int number) {
        String what = searching() ? "q=" + escaped(words) : "in=" + escaped(folder);
        return head.path("files") + "?" + what + "&page=" + number;
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

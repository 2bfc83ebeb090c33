package org.gridtorrent.ccm.dataset.tab;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gridtorrent.ccm.ui.DatasetLine;

/**
 * What is above every tab of a data set's page.
 *
 * @param mine whether the viewer owns it
 * @param tab the one that is shown
 * @param tabs those that the viewer may open; the first is at the data set's own address
 * @param givesFiles whether single files can be fetched
 * @param nonPrivate whether its torrent is not private, so that clients find peers without the site
 */
public record DatasetHead(DatasetLine line, String ownerFullName, boolean mine, String tab,
        List<String> tabs, boolean givesFiles, boolean nonPrivate) {

    public String path() {
        return "/datasets/" + line.id();
    }

    public String path(String of) {
        return of.equals(tabs.getFirst()) ? path() : path() + "/" + of;
    }

    /** Where the files of one of its folders are listed. */
    public String folder(String path) {
        return path.isEmpty()
                ? path("files")
                : path("files") + "?in=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
    }

    /** Where one of its files is fetched; its path as a parameter, which every container takes. */
    public String file(String path) {
        return path() + "/file?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
    }

    /** Whether its publishing failed, for its owner. */
    public boolean failed() {
        return mine && line.state().equals("failed");
    }

    public boolean published() {
        return line.state().equals("published");
    }
}

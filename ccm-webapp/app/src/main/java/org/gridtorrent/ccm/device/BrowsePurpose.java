package org.gridtorrent.ccm.device;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * What a folder is looked for: a new data set, or the next version of one.
 *
 * @param next id of the data set; empty for a new one
 * @param title of that data set
 * @param draft key of what was typed before; empty without
 */
public record BrowsePurpose(String next, String title, String draft) {

    public static BrowsePurpose publishing(String draft) {
        return new BrowsePurpose("", "", draft);
    }

    public static BrowsePurpose version(String contentId, String title) {
        return new BrowsePurpose(contentId, title, "");
    }

    public boolean isVersion() {
        return !next.isEmpty();
    }

    /** Where one chooses, at this machine; empty for none. */
    public String browse(String device) {
        String own = isVersion() ? "&next=" + next : kept();
        String all = (device.isEmpty() ? "" : "&device=" + device) + own;
        return "/publish/browse" + (all.isEmpty() ? "" : "?" + all.substring(1));
    }

    /** Goes on with what was chosen. */
    public String choice(String device, String path) {
        String place = "?device=" + device + "&path=" + escaped(path);
        return isVersion()
                ? "/datasets/" + next + "/versions/new" + place
                : "/publish" + place + kept();
    }

    private String kept() {
        return draft.isEmpty() ? "" : "&draft=" + escaped(draft);
    }

    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

package org.gridtorrent.ccm.web;

/** Addresses within this site, so that a form's hidden field cannot send people elsewhere. */
public final class LocalPath {
    private LocalPath() {}

    /** The path when it is one of this site's, else the fallback. */
    public static String orElse(String path, String fallback) {
        boolean local = path.matches("/([A-Za-z0-9_-][A-Za-z0-9_/?=&%.+-]{0,500})?");
        return local ? path : fallback;
    }

    /** The path with the key of a notice that the next page shows. */
    public static String noticed(String path, String notice) {
        return path + (path.contains("?") ? "&" : "?") + "notice=" + notice;
    }
}

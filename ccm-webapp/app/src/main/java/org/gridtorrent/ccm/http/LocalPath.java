package org.gridtorrent.ccm.http;

import java.util.regex.Pattern;

/** Addresses within this site, so that a form's hidden field cannot send people elsewhere. */
public final class LocalPath {
    /**
     * Enough for the longest words that the search takes, of any writing; encoded once more in the
     * login's address, that still fits into a request's head.
     */
    private static final int LONGEST = 2000;
    /** What an address may have by RFC 3986, so no blank, quote, line's end or backslash; not two slashes first. */
    private static final Pattern LOCAL = Pattern
            .compile("/([A-Za-z0-9_-][A-Za-z0-9_/?=&%.+~!$'()*,;:@-]*)?");
    private static final Pattern NOTICE = Pattern.compile("(?<=[?&])notice=[^&]*(&|$)");

    private LocalPath() {}

    /** The path when it is one of this site's, else the fallback. */
    public static String orElse(String path, String fallback) {
        boolean local = path.length() <= LONGEST && LOCAL.matcher(path).matches();
        return local ? path : fallback;
    }

    /** The path with the key of the one notice that the next page shows. */
    public static String noticed(String path, String notice) {
        String bare = NOTICE.matcher(path).replaceAll("").replaceFirst("[?&]$", "");
        return bare + (bare.contains("?") ? "&" : "?") + "notice=" + notice;
    }
}

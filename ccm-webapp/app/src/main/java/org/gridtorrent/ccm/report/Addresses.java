package org.gridtorrent.ccm.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Addresses of a list, looked for by words, at one of its pages. */
final class Addresses {
    private Addresses() {}

    static String with(String path, String words, int page) {
        String at = words.isEmpty()
                ? path
                : path + "?q=" + URLEncoder.encode(words, StandardCharsets.UTF_8);
        return page == 1 ? at : at + (words.isEmpty() ? "?" : "&") + "page=" + page;
    }
}

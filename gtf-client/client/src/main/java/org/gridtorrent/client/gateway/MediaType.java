package org.gridtorrent.client.gateway;

import java.util.Locale;
import java.util.Map;

/** Media types of files, by the endings of their names. */
final class MediaType {
    private static final String UNKNOWN = "application/octet-stream";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final Map<String, String> BY_ENDING = Map.ofEntries(
            Map.entry("txt", TEXT), Map.entry("md", TEXT), Map.entry("log", TEXT),
            Map.entry("csv", TEXT), Map.entry("tsv", TEXT), Map.entry("json", TEXT),
            Map.entry("yaml", TEXT), Map.entry("yml", TEXT), Map.entry("xml", TEXT),
            Map.entry("py", TEXT), Map.entry("r", TEXT), Map.entry("sh", TEXT),
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("htm", "text/html; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("png", "image/png"), Map.entry("jpg", "image/jpeg"),
            Map.entry("jpeg", "image/jpeg"), Map.entry("gif", "image/gif"),
            Map.entry("webp", "image/webp"), Map.entry("avif", "image/avif"),
            Map.entry("svg", "image/svg+xml"), Map.entry("mp4", "video/mp4"),
            Map.entry("m4v", "video/mp4"), Map.entry("webm", "video/webm"),
            Map.entry("ogv", "video/ogg"), Map.entry("mp3", "audio/mpeg"),
            Map.entry("m4a", "audio/mp4"), Map.entry("ogg", "audio/ogg"),
            Map.entry("opus", "audio/ogg"), Map.entry("flac", "audio/flac"),
            Map.entry("wav", "audio/wav"));

    private MediaType() {}

    /** Of what is not known, that of any bytes, which browsers save. */
    static String of(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return BY_ENDING.getOrDefault(ending, UNKNOWN);
    }
}

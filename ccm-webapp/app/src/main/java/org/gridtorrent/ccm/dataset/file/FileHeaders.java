package org.gridtorrent.ccm.dataset.file;

import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What is said of a file that is sent: always to be kept, never to be shown in the site's name. */
final class FileHeaders {
    private static final String ANY = "application/octet-stream";
    private static final Set<String> HARMLESS = Set.of("text/plain", "application/pdf",
            "application/zip", "image/png", "image/jpeg", "image/gif", "image/tiff");
    /** What RFC 8187 leaves as it is. */
    private static final String PLAIN = "!#$&+-.^_`|~";

    private FileHeaders() {}

    static Map<String, String> of(String path, String tag, ByteRange range, long length) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept-Ranges", "bytes");
        headers.put("ETag", tag);
        if (range.status() == 416) {
            headers.put("Content-Range", "bytes */" + length);
            return headers;
        }
        headers.put("Content-Type", type(name));
        headers.put("Content-Disposition", disposition(name));
        if (range.status() == 206) {
            headers.put("Content-Range",
                    "bytes " + range.from() + "-" + (range.to() - 1) + "/" + length);
        }
        return headers;
    }

    /** Nothing that a browser would run, whatever the file is called. */
    private static String type(String name) {
        String guessed = URLConnection.guessContentTypeFromName(name);
        if (guessed == null || !HARMLESS.contains(guessed)) {
            return ANY;
        }
        // Else the container says ISO 8859-1 of it.
        return guessed.equals("text/plain") ? "text/plain;charset=utf-8" : guessed;
    }

    /** RFC 6266, for names in any script. */
    static String disposition(String name) {
        return "attachment; filename=\"" + name.replaceAll("[^A-Za-z0-9._ -]", "_")
                + "\"; filename*=UTF-8''" + encoded(name);
    }

    private static String encoded(String name) {
        StringBuilder encoded = new StringBuilder();
        for (byte one : name.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (one & 0xFF);
            boolean plain = letter < 0x80 && (Character.isLetterOrDigit(letter)
                    || PLAIN.indexOf(letter) >= 0);
            encoded.append(plain ? String.valueOf(letter) : "%%%02X".formatted((int) letter));
        }
        return encoded.toString();
    }
}

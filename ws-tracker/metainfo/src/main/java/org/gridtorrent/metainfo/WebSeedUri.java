package org.gridtorrent.metainfo;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Addresses of a content's files at a web seed (BEP 19). */
public final class WebSeedUri {
    private static final String UNRESERVED = "-._~";

    private WebSeedUri() {}

    /**
     * The address of a file. For a content that is a single file, the web seed's own address, or the name below
     * it if it ends with a slash; for any other content, the path below it, beginning with the content's own
     * folder. A query stays behind the path.
     *
     * @param file one of the content's files, not padding
     */
    public static URI of(URI webSeed, Metainfo metainfo, MetainfoFile file) {
        String address = webSeed.toString();
        int queryStart = webSeed.getRawQuery() == null ? address.length() : address.indexOf('?');
        String base = address.substring(0, queryStart);
        if (metainfo.isSingleFile() && !base.endsWith("/")) {
            return webSeed;
        }
        return URI.create((base.endsWith("/") ? base : base + "/")
                + encoded(file.path().elements()) + address.substring(queryStart));
    }

    private static String encoded(List<String> elements) {
        return elements.stream().map(WebSeedUri::encoded).collect(Collectors.joining("/"));
    }

    /** Percent-encodes all but unreserved characters (RFC 3986). */
    private static String encoded(String element) {
        StringBuilder text = new StringBuilder();
        for (byte one : element.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (one & 0xFF);
            boolean plain = letter < 0x80
                    && (Character.isLetterOrDigit(letter) || UNRESERVED.indexOf(letter) >= 0);
            text.append(plain ? String.valueOf(letter) : "%%%02X".formatted((int) letter));
        }
        return text.toString();
    }
}

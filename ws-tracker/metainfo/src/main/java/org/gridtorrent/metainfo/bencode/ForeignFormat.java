package org.gridtorrent.metainfo.bencode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Format of data that is often found in the place of bencode, recognized by its first bytes.
 *
 * <p>A hint for messages, after decoding has failed.
 */
public enum ForeignFormat {
    EMPTY("empty"),
    WEB_PAGE("a web page (HTML or XML)"),
    GZIP("compressed with gzip"),
    /** What macOS writes as {@code ._NAME} beside a file {@code NAME} on foreign file systems. */
    APPLE_DOUBLE("an AppleDouble file, which holds only what macOS notes about another file");

    private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};
    private static final byte[] APPLE_DOUBLE_MAGIC = {0x00, 0x05, 0x16, 0x07};
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";
    private static final int MAX_PREFIX = 1024;

    private final String description;

    ForeignFormat(String description) {
        this.description = description;
    }

    /** The format of the data, if it is one of these. */
    public static Optional<ForeignFormat> of(byte[] data) {
        if (data.length == 0) {
            return Optional.of(EMPTY);
        }
        if (beginsWith(data, GZIP_MAGIC)) {
            return Optional.of(GZIP);
        }
        if (beginsWith(data, APPLE_DOUBLE_MAGIC)) {
            return Optional.of(APPLE_DOUBLE);
        }
        String text = new String(data, 0, Math.min(data.length, MAX_PREFIX),
                StandardCharsets.ISO_8859_1);
        String marked = text.startsWith(BYTE_ORDER_MARK)
                ? text.substring(BYTE_ORDER_MARK.length())
                : text;
        return marked.stripLeading().startsWith("<") ? Optional.of(WEB_PAGE) : Optional.empty();
    }

    private static boolean beginsWith(byte[] data, byte[] magic) {
        return data.length >= magic.length
                && Arrays.equals(data, 0, magic.length, magic, 0, magic.length);
    }

    /** What the data is, to follow "it is". */
    public String describe() {
        return description;
    }
}

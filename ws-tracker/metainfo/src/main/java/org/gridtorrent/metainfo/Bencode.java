package org.gridtorrent.metainfo;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Bencoding (BEP 3), written in its one canonical form and read strictly.
 *
 * <p>Refused: leading zeros, {@code -0}, integers beyond 64 bits, a key that is no string or
 * appears twice, bytes after the value, more than {@value #MAX_DEPTH} levels, more than
 * {@value #MAX_TOKENS} values, a length that the input cannot hold (checked before anything is
 * allocated). Accepted although BEP 3 forbids it: keys out of order. Old programs wrote them so,
 * the meaning stays unambiguous, and the info-hash is taken over the bytes as they came.
 */
public final class Bencode {
    public static final int MAX_DEPTH = 100;
    public static final int MAX_TOKENS = 2_097_152;

    private Bencode() {}

    /** A value and the index of the first byte after it. */
    public record Decoded(BencodeValue value, int end) {}

    /** Reads one value that takes all of the input. */
    public static BencodeValue decode(byte[] input) throws MetainfoException {
        Decoded decoded = decodePrefix(input);
        if (decoded.end() != input.length) {
            throw new MetainfoException("%d bytes follow the value that ends at byte %d"
                    .formatted(input.length - decoded.end(), decoded.end()));
        }
        return decoded.value();
    }

    /**
     * Reads one value at the start of the input, which may go on after it (BEP 9's messages do).
     */
    public static Decoded decodePrefix(byte[] input) throws MetainfoException {
        return new BencodeReader(input).read();
    }

    /** A dictionary of the given entries; any order, since writing sorts the keys. */
    public static BencodeValue.Dictionary dictionary(Map<String, BencodeValue> entries) {
        var sorted = new TreeMap<BencodeValue.Text, BencodeValue>();
        entries.forEach((key, value) -> sorted.put(BencodeValue.of(key), value));
        return dictionaryByBytes(sorted);
    }

    /** The same with keys that are not text, such as a scrape's info-hashes (BEP 48). */
    public static BencodeValue.Dictionary dictionaryByBytes(
            Map<BencodeValue.Text, BencodeValue> entries) {
        return new BencodeValue.Dictionary(new TreeMap<>(entries), 0, 0);
    }

    /** Writes the canonical form: keys in byte order, integers without padding. */
    public static byte[] encode(BencodeValue value) {
        var out = new ByteArrayOutputStream();
        write(value, out);
        return out.toByteArray();
    }

    private static void write(BencodeValue value, ByteArrayOutputStream out) {
        switch (value) {
            case BencodeValue.Int(long number) -> writeAscii("i" + number + "e", out);
            case BencodeValue.Text text -> writeText(text, out);
            case BencodeValue.Sequence(var items) -> {
                out.write('l');
                items.forEach(item -> write(item, out));
                out.write('e');
            }
            case BencodeValue.Dictionary dictionary -> {
                out.write('d');
                new TreeMap<>(dictionary.entries()).forEach((key, item) -> {
                    writeText(key, out);
                    write(item, out);
                });
                out.write('e');
            }
        }
    }

    private static void writeText(BencodeValue.Text text, ByteArrayOutputStream out) {
        writeAscii(text.length() + ":", out);
        out.writeBytes(text.shared());
    }

    private static void writeAscii(String text, ByteArrayOutputStream out) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}

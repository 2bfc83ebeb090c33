package org.gridtorrent.metainfo.bencode;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Encoder and decoder of bencode (BEP 3).
 *
 * <p>Written in its one canonical form, and read strictly.
 *
 * <p>Refused: leading zeros, {@code -0}, integers beyond 64 bits, a key that is no string or
 * appears twice, bytes after the value, more than {@value #MAX_DEPTH} levels, more than
 * {@link #MAX_VALUES} values, a length that the input cannot hold (checked before anything is
 * allocated). Accepted although BEP 3 forbids it: keys out of order. Old programs wrote them, they are
 * not ambiguous, and the info-hash is taken over the bytes that were read.
 */
public final class Bencode {
    public static final int MAX_DEPTH = 100;

    /**
     * Values and keys of one input: 16,777,216, and fewer in a small heap, of which they take less than half.
     * A file of a metainfo has seven, and one for each folder that it lies in.
     */
    public static final int MAX_VALUES = (int) Math.min(1 << 24,
            Runtime.getRuntime().maxMemory() / 128);

    private Bencode() {}

    /** A value and the index of the first byte after it. */
    public record Decoded(BencodeValue value, int end) {}

    /** Decodes an input that is exactly one value. */
    public static BencodeValue decode(byte[] input) throws BencodeException {
        Decoded decoded = decodePrefix(input);
        if (decoded.end() != input.length) {
            throw new BencodeException("%d bytes follow the value that ends at byte %d"
                    .formatted(input.length - decoded.end(), decoded.end()));
        }
        return decoded.value();
    }

    /** Decodes the value at the start of the input; bytes may follow it, as in messages of BEP 9. */
    public static Decoded decodePrefix(byte[] input) throws BencodeException {
        return new BencodeReader(input, MAX_VALUES).read();
    }

    /** A dictionary of these entries, in any order: encoding sorts the keys. */
    public static BencodeValue.Dictionary dictionary(Map<String, BencodeValue> entries) {
        var sorted = new TreeMap<BencodeValue.ByteString, BencodeValue>();
        entries.forEach((key, value) -> sorted.put(BencodeValue.of(key), value));
        return dictionaryByBytes(sorted);
    }

    /** A dictionary with keys that are not text, such as the info-hashes of a scrape (BEP 48). */
    public static BencodeValue.Dictionary dictionaryByBytes(
            Map<BencodeValue.ByteString, BencodeValue> entries) {
        return new BencodeValue.Dictionary(new TreeMap<>(entries), 0, 0);
    }

    /** Encodes in the canonical form: keys in byte order, integers without leading zeros. */
    public static byte[] encode(BencodeValue value) {
        var out = new ByteArrayOutputStream();
        write(value, out);
        return out.toByteArray();
    }

    private static void write(BencodeValue value, ByteArrayOutputStream out) {
        switch (value) {
            case BencodeValue.Int(long number) -> writeAscii("i" + number + "e", out);
            case BencodeValue.ByteString string -> writeByteString(string, out);
            case BencodeValue.ListValue(var items) -> {
                out.write('l');
                items.forEach(item -> write(item, out));
                out.write('e');
            }
            case BencodeValue.Dictionary dictionary -> {
                out.write('d');
                new TreeMap<>(dictionary.entries()).forEach((key, item) -> {
                    writeByteString(key, out);
                    write(item, out);
                });
                out.write('e');
            }
        }
    }

    private static void writeByteString(BencodeValue.ByteString string, ByteArrayOutputStream out) {
        writeAscii(string.length() + ":", out);
        out.writeBytes(string.shared());
    }

    private static void writeAscii(String text, ByteArrayOutputStream out) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}

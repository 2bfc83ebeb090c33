package org.gridtorrent.metainfo.bencode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** A bencoded value (BEP 3): an integer, a byte string, a list or a dictionary. Immutable. */
public sealed interface BencodeValue {

    static Int of(long value) {
        return new Int(value);
    }

    static ByteString of(String value) {
        return new ByteString(value.getBytes(StandardCharsets.UTF_8));
    }

    static ByteString of(byte[] value) {
        return new ByteString(value.clone());
    }

    /** An integer of 64 bits; BEP 3 sets no bound, and nothing it describes needs more. */
    record Int(long value) implements BencodeValue {}

    /** A list. */
    record ListValue(List<BencodeValue> items) implements BencodeValue {
        public ListValue {
            items = List.copyOf(items);
        }
    }

    /** A byte string, which is text only for some keys. */
    final class ByteString implements BencodeValue, Comparable<ByteString> {
        private static final int MAX_DESCRIBED = 200;

        private final byte[] bytes;

        ByteString(byte[] bytes) {
            this.bytes = bytes;
        }

        public int length() {
            return bytes.length;
        }

        /** A copy of the bytes. */
        public byte[] bytes() {
            return bytes.clone();
        }

        /** The bytes as UTF-8 text; empty when they are not. */
        public Optional<String> utf8() {
            try {
                var decoder = StandardCharsets.UTF_8.newDecoder();
                return Optional.of(decoder.decode(ByteBuffer.wrap(bytes)).toString());
            } catch (CharacterCodingException e) {
                return Optional.empty();
            }
        }

        /** Byte order, as of a dictionary's keys. */
        @Override
        public int compareTo(ByteString other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        /** The text, with whatever is not UTF-8 replaced. */
        @Override
        public String toString() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        /** For messages: printable ASCII as it is, other bytes escaped, cut after 200. */
        String describe() {
            var text = new StringBuilder();
            for (int i = 0; i < Math.min(bytes.length, MAX_DESCRIBED); i++) {
                boolean isPrintable = bytes[i] >= ' ' && bytes[i] <= '~';
                text.append(isPrintable
                        ? Character.toString(bytes[i])
                        : "\\x%02x".formatted(bytes[i]));
            }
            return bytes.length > MAX_DESCRIBED ? text + "…" : text.toString();
        }

        /** Whether {@code length} bytes from {@code from} on are the same in both. */
        public boolean regionMatches(int from, byte[] other, int otherFrom, int length) {
            return Arrays.equals(bytes, from, from + length, other, otherFrom,
                    otherFrom + length);
        }

        /** Whether {@code length} bytes from {@code from} on are the same in both. */
        public boolean regionMatches(int from, ByteString other, int otherFrom, int length) {
            return regionMatches(from, other.bytes, otherFrom, length);
        }

        /** Copies {@code length} bytes from {@code from} on into the array. */
        public void copyTo(int from, byte[] target, int targetFrom, int length) {
            System.arraycopy(bytes, from, target, targetFrom, length);
        }

        byte[] shared() {
            return bytes;
        }
    }

    /**
     * A dictionary, with its entries in the order they were read.
     *
     * <p>It knows where its bytes began and ended, since the info-hash is taken over the bytes that were
     * read, not over a second encoding of them.
     */
    final class Dictionary implements BencodeValue {
        private final SequencedMap<ByteString, BencodeValue> entries;
        private final int start;
        private final int end;

        Dictionary(SequencedMap<ByteString, BencodeValue> entries, int start, int end) {
            this.entries = entries;
            this.start = start;
            this.end = end;
        }

        /** The entries, in the order they were read or put; unmodifiable. */
        public SequencedMap<ByteString, BencodeValue> entries() {
            return java.util.Collections.unmodifiableSequencedMap(entries);
        }

        public Optional<BencodeValue> get(String key) {
            return Optional.ofNullable(entries.get(of(key)));
        }

        /** The integer under the key; empty when there is none or it is of another kind. */
        public Optional<Long> integer(String key) {
            return get(key).filter(Int.class::isInstance).map(value -> ((Int) value).value());
        }

        /** The byte string under the key; empty when there is none or it is of another kind. */
        public Optional<ByteString> byteString(String key) {
            return get(key).filter(ByteString.class::isInstance).map(ByteString.class::cast);
        }

        /** The list under the key; empty when there is none or it is of another kind. */
        public Optional<List<BencodeValue>> list(String key) {
            return get(key).filter(ListValue.class::isInstance)
                    .map(value -> ((ListValue) value).items());
        }

        /** The dictionary under the key; empty when there is none or it is of another kind. */
        public Optional<Dictionary> dictionary(String key) {
            return get(key).filter(Dictionary.class::isInstance).map(Dictionary.class::cast);
        }

        /** Index of its first byte in the input. */
        public int start() {
            return start;
        }

        /** Index of the first byte after it in the input. */
        public int end() {
            return end;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Dictionary that && entries.equals(that.entries);
        }

        @Override
        public int hashCode() {
            return entries.hashCode();
        }

        @Override
        public String toString() {
            return entries.toString();
        }
    }
}

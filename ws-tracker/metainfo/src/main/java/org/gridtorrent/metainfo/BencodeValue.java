package org.gridtorrent.metainfo;

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

    static Text of(String value) {
        return new Text(value.getBytes(StandardCharsets.UTF_8));
    }

    static Text of(byte[] value) {
        return new Text(value.clone());
    }

    /** An integer of 64 bits; BEP 3 sets no bound, and nothing it describes needs more. */
    record Int(long value) implements BencodeValue {}

    /** A list. */
    record Sequence(List<BencodeValue> items) implements BencodeValue {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** A byte string; text only where the key says so. */
    final class Text implements BencodeValue, Comparable<Text> {
        private final byte[] bytes;

        Text(byte[] bytes) {
            this.bytes = bytes;
        }

        public int length() {
            return bytes.length;
        }

        /** A copy of the bytes. */
        public byte[] bytes() {
            return bytes.clone();
        }

        /** The bytes as UTF-8; empty when they are not. */
        public Optional<String> utf8() {
            try {
                var decoder = StandardCharsets.UTF_8.newDecoder();
                return Optional.of(decoder.decode(ByteBuffer.wrap(bytes)).toString());
            } catch (CharacterCodingException e) {
                return Optional.empty();
            }
        }

        /** Byte order, which is the order of a dictionary's keys. */
        @Override
        public int compareTo(Text other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Text that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        /** For messages: the text, with whatever is not UTF-8 replaced. */
        @Override
        public String toString() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        byte[] shared() {
            return bytes;
        }
    }

    /**
     * A dictionary, its entries in the order they were read, and where its bytes began and ended:
     * the info-hash is taken over the bytes as they came, not over a second encoding of them.
     */
    final class Dictionary implements BencodeValue {
        private final SequencedMap<Text, BencodeValue> entries;
        private final int start;
        private final int end;

        Dictionary(SequencedMap<Text, BencodeValue> entries, int start, int end) {
            this.entries = entries;
            this.start = start;
            this.end = end;
        }

        /** The entries, in the order they were read or put; not to be changed. */
        public SequencedMap<Text, BencodeValue> entries() {
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
        public Optional<Text> text(String key) {
            return get(key).filter(Text.class::isInstance).map(Text.class::cast);
        }

        /** The list under the key; empty when there is none or it is of another kind. */
        public Optional<List<BencodeValue>> list(String key) {
            return get(key).filter(Sequence.class::isInstance)
                    .map(value -> ((Sequence) value).items());
        }

        /** The dictionary under the key; empty when there is none or it is of another kind. */
        public Optional<Dictionary> dictionary(String key) {
            return get(key).filter(Dictionary.class::isInstance).map(Dictionary.class::cast);
        }

        int start() {
            return start;
        }

        int end() {
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

package org.gridtorrent.metainfo.bencode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Reader of bencoded bytes, for one use by one thread. Recursion is bounded by {@link Bencode#MAX_DEPTH}. */
final class BencodeReader {
    private static final int MAX_SHARED_KEYS = 64;
    private static final BencodeValue.ByteString EMPTY = new BencodeValue.ByteString(new byte[0]);

    private static final SequencedMap<BencodeValue.ByteString, BencodeValue> NO_ENTRIES = Collections
            .unmodifiableSequencedMap(new LinkedHashMap<>());

    private final byte[] input;
    private final int maxValues;
    /** Keys read before: those of a million files are the same few objects. */
    private final Map<BencodeValue.ByteString, BencodeValue.ByteString> keys = new HashMap<>();
    private int position;
    private int values;

    BencodeReader(byte[] input, int maxValues) {
        this.input = input;
        this.maxValues = maxValues;
    }

    Bencode.Decoded read() throws BencodeException {
        BencodeValue value = value(0);
        return new Bencode.Decoded(value, position);
    }

    private BencodeValue value(int depth) throws BencodeException {
        if (depth > Bencode.MAX_DEPTH) {
            throw invalid("more than " + Bencode.MAX_DEPTH + " levels");
        }
        count();
        return switch (peek()) {
            case 'i' -> integer();
            case 'l' -> new BencodeValue.ListValue(list(depth));
            case 'd' -> dictionary(depth);
            case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> byteString();
            default -> throw invalid("no value begins with byte 0x%02x".formatted(input[position]));
        };
    }

    private void count() throws BencodeException {
        if (++values > maxValues) {
            throw invalid("more than " + maxValues + " values");
        }
    }

    private BencodeValue.Int integer() throws BencodeException {
        position++;
        boolean negative = peek() == '-';
        if (negative) {
            position++;
        }
        long number = digits(negative, 'e');
        if (negative && number == 0) {
            throw invalid("an integer is written -0");
        }
        return new BencodeValue.Int(number);
    }

    private BencodeValue.ByteString byteString() throws BencodeException {
        long length = digits(false, ':');
        if (length > input.length - position) {
            throw invalid("a string claims " + length + " bytes, " + (input.length - position)
                    + " are left");
        }
        if (length == 0) {
            return EMPTY;
        }
        int start = position;
        position += (int) length;
        return new BencodeValue.ByteString(Arrays.copyOfRange(input, start, position));
    }

    private List<BencodeValue> list(int depth) throws BencodeException {
        position++;
        var items = new ArrayList<BencodeValue>();
        while (peek() != 'e') {
            items.add(value(depth + 1));
        }
        position++;
        return items;
    }

    private BencodeValue.Dictionary dictionary(int depth) throws BencodeException {
        int start = position++;
        var entries = LinkedHashMap.<BencodeValue.ByteString, BencodeValue>newLinkedHashMap(2);
        while (peek() != 'e') {
            if (peek() < '0' || peek() > '9') {
                throw invalid("a dictionary's key is not a string");
            }
            count();
            BencodeValue.ByteString key = shared(byteString());
            if (entries.containsKey(key)) {
                throw invalid("the key \"" + key.describe() + "\" appears twice");
            }
            entries.put(key, value(depth + 1));
        }
        position++;
        return new BencodeValue.Dictionary(entries.isEmpty() ? NO_ENTRIES : entries, start,
                position);
    }

    private BencodeValue.ByteString shared(BencodeValue.ByteString key) {
        BencodeValue.ByteString known = keys.get(key);
        if (known == null && keys.size() < MAX_SHARED_KEYS) {
            keys.put(key, key);
        }
        return known == null ? key : known;
    }

    /** Reads digits up to the terminator, and past it. Kept negated: there is one more negative number. */
    private long digits(boolean negative, char terminator) throws BencodeException {
        int start = position;
        long negated = 0;
        for (; peek() != terminator; position++) {
            int digit = peek() - '0';
            if (digit < 0 || digit > 9) {
                throw invalid("a number contains byte 0x%02x".formatted(input[position]));
            }
            if (position > start && input[start] == '0') {
                throw invalid("a number has leading zeros");
            }
            negated = appendDigit(negated, digit);
        }
        if (position == start) {
            throw invalid("a number has no digits");
        }
        position++;
        if (!negative && negated == Long.MIN_VALUE) {
            throw invalid("a number exceeds 64 bits");
        }
        return negative ? negated : -negated;
    }

    private long appendDigit(long negated, int digit) throws BencodeException {
        if (negated < (Long.MIN_VALUE + digit) / 10) {
            throw invalid("a number exceeds 64 bits");
        }
        return negated * 10 - digit;
    }

    private byte peek() throws BencodeException {
        if (position >= input.length) {
            throw invalid("the data ends in the middle of a value");
        }
        return input[position];
    }

    private BencodeException invalid(String what) {
        return new BencodeException("not valid bencoding at byte " + position + ": " + what);
    }
}

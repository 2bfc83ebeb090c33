package org.gridtorrent.metainfo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * One pass over bencoded bytes. Recursion is bounded by {@link Bencode#MAX_DEPTH}. For one use by
 * one thread.
 */
final class BencodeReader {
    private final byte[] input;
    private int position;
    private int tokens;

    BencodeReader(byte[] input) {
        this.input = input;
    }

    Bencode.Decoded read() throws MetainfoException {
        BencodeValue value = value(0);
        return new Bencode.Decoded(value, position);
    }

    private BencodeValue value(int depth) throws MetainfoException {
        if (depth > Bencode.MAX_DEPTH) {
            throw wrong("more than " + Bencode.MAX_DEPTH + " levels");
        }
        if (++tokens > Bencode.MAX_TOKENS) {
            throw wrong("more than " + Bencode.MAX_TOKENS + " values");
        }
        return switch (peek()) {
            case 'i' -> integer();
            case 'l' -> new BencodeValue.Sequence(list(depth));
            case 'd' -> dictionary(depth);
            case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> text();
            default -> throw wrong("no value begins with byte 0x%02x".formatted(input[position]));
        };
    }

    private BencodeValue.Int integer() throws MetainfoException {
        position++;
        boolean negative = peek() == '-';
        if (negative) {
            position++;
        }
        long number = digits(negative, 'e');
        if (negative && number == 0) {
            throw wrong("an integer is written -0");
        }
        return new BencodeValue.Int(number);
    }

    private BencodeValue.Text text() throws MetainfoException {
        long length = digits(false, ':');
        if (length > input.length - position) {
            throw wrong("a string claims " + length + " bytes, " + (input.length - position)
                    + " are left");
        }
        int start = position;
        position += (int) length;
        return new BencodeValue.Text(Arrays.copyOfRange(input, start, position));
    }

    private List<BencodeValue> list(int depth) throws MetainfoException {
        position++;
        var items = new ArrayList<BencodeValue>();
        while (peek() != 'e') {
            items.add(value(depth + 1));
        }
        position++;
        return items;
    }

    private BencodeValue.Dictionary dictionary(int depth) throws MetainfoException {
        int start = position++;
        var entries = new LinkedHashMap<BencodeValue.Text, BencodeValue>();
        while (peek() != 'e') {
            if (peek() < '0' || peek() > '9') {
                throw wrong("a dictionary's key is not a string");
            }
            BencodeValue.Text key = text();
            if (entries.containsKey(key)) {
                throw wrong("the key \"" + DisplayText.of(key.toString()) + "\" appears twice");
            }
            entries.put(key, value(depth + 1));
        }
        position++;
        return new BencodeValue.Dictionary(entries, start, position);
    }

    /**
     * Decimal digits up to the terminator, which is consumed. Gathered negated: that side holds one
     * value more.
     */
    private long digits(boolean negative, char terminator) throws MetainfoException {
        int start = position;
        long negated = 0;
        for (; peek() != terminator; position++) {
            int digit = peek() - '0';
            if (digit < 0 || digit > 9) {
                throw wrong("a number contains byte 0x%02x".formatted(input[position]));
            }
            if (position > start && input[start] == '0') {
                throw wrong("a number has leading zeros");
            }
            negated = shifted(negated, digit);
        }
        if (position == start) {
            throw wrong("a number has no digits");
        }
        position++;
        if (!negative && negated == Long.MIN_VALUE) {
            throw wrong("a number exceeds 64 bits");
        }
        return negative ? negated : -negated;
    }

    private long shifted(long negated, int digit) throws MetainfoException {
        if (negated < (Long.MIN_VALUE + digit) / 10) {
            throw wrong("a number exceeds 64 bits");
        }
        return negated * 10 - digit;
    }

    private byte peek() throws MetainfoException {
        if (position >= input.length) {
            throw wrong("the data ends in the middle of a value");
        }
        return input[position];
    }

    private MetainfoException wrong(String what) {
        return new MetainfoException("not valid bencoding at byte " + position + ": " + what);
    }
}

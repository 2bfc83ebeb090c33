package org.gridtorrent.identity;

import java.util.Arrays;

/** RFC 4648 base32 in lower case without padding; decoding is strict. */
final class Base32 {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

    private Base32() {}

    static String encode(byte[] bytes) {
        var text = new StringBuilder((bytes.length * 8 + 4) / 5);
        int held = 0;
        int bits = 0;
        for (byte b : bytes) {
            held = held << 8 | (b & 0xff);
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                text.append(ALPHABET.charAt(held >> bits & 31));
            }
            held &= (1 << bits) - 1;
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt(held << (5 - bits) & 31));
        }
        return text.toString();
    }

    /** Throws IllegalArgumentException on any other letter and on bits left over that are not zero. */
    static byte[] decode(String text) {
        var bytes = new byte[text.length() * 5 / 8];
        int held = 0;
        int bits = 0;
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = ALPHABET.indexOf(text.charAt(i));
            if (digit < 0) {
                throw new IllegalArgumentException("not a base32 letter at index " + i);
            }
            held = held << 5 | digit;
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes[count++] = (byte) (held >> bits);
                held &= (1 << bits) - 1;
            }
        }
        if (bits >= 5 || held != 0) {
            throw new IllegalArgumentException("base32 text does not end on a whole byte");
        }
        return Arrays.copyOf(bytes, count);
    }
}

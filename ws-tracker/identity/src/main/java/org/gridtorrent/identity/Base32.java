package org.gridtorrent.identity;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.bouncycastle.util.encoders.DecoderException;

/** RFC 4648 base32 in lower case without padding; decoding is strict. */
final class Base32 {
    private static final int BLOCK_LETTERS = 8;

    private Base32() {}

    static String encode(byte[] bytes) {
        String padded = new String(org.bouncycastle.util.encoders.Base32.encode(bytes),
                StandardCharsets.US_ASCII);
        return padded.replace("=", "").toLowerCase(Locale.ROOT);
    }

    /** Throws IllegalArgumentException for any text that {@link #encode} does not write. */
    static byte[] decode(String text) {
        String padding = "=".repeat(Math.floorMod(-text.length(), BLOCK_LETTERS));
        try {
            byte[] bytes = org.bouncycastle.util.encoders.Base32
                    .decode(text.toUpperCase(Locale.ROOT) + padding);
            if (encode(bytes).equals(text)) {
                return bytes;
            }
        } catch (DecoderException e) {
            throw new IllegalArgumentException("not base32", e);
        }
        throw new IllegalArgumentException("not base32: it does not end on a whole byte");
    }
}

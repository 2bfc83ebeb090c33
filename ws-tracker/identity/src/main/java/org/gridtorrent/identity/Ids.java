package org.gridtorrent.identity;

import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Names of users, devices, contents, tasks and groups: 80 random bits as 16 base32 letters. */
public final class Ids {
    private static final Pattern SHAPE = Pattern.compile("[a-z0-9]{1,40}");
    private static final int RANDOM_BYTES = 10;

    private Ids() {}

    public static String next(RandomGenerator random) {
        var bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base32.encode(bytes);
    }

    public static boolean isValid(String text) {
        return SHAPE.matcher(text).matches();
    }

    /** Returns the text, or throws IllegalArgumentException when it cannot be an id. */
    public static String check(String text) {
        if (!isValid(text)) {
            throw new IllegalArgumentException("not an id: " + Texts.printable(text));
        }
        return text;
    }
}

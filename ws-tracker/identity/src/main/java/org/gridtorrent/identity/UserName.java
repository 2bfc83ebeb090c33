package org.gridtorrent.identity;

import java.util.regex.Pattern;

/** The rule for names that people log in with and find each other by; one for pages and catalog. */
public final class UserName {
    /** The rule in words. */
    public static final String RULE = "A user name has 2 to 40 lower-case letters, digits and dashes,"
            + " and begins with a letter.";
    private static final Pattern SHAPE = Pattern.compile("[a-z][a-z0-9-]{1,39}");

    private UserName() {}

    public static boolean isValid(String name) {
        return SHAPE.matcher(name).matches();
    }
}

package org.gridtorrent.catalog.account;

/** ORCID iDs, which tell researchers apart. */
public final class Orcid {
    private static final int DIGITS = 16;

    private Orcid() {}

    /** Without the address that it is shown and copied with. */
    public static String bare(String text) {
        return text.strip().replaceFirst("^(https?://)?(www\\.)?orcid\\.org/", "");
    }

    /** Whether this is an ORCID iD in its usual form, whose last sign fits the others (ISO 7064, 11-2). */
    public static boolean isValid(String text) {
        if (!text.matches("[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]")) {
            return false;
        }
        String signs = text.replace("-", "");
        int total = 0;
        for (int i = 0; i < DIGITS - 1; i++) {
            total = (total + signs.charAt(i) - '0') * 2 % 11;
        }
        int check = (12 - total) % 11;
        return signs.charAt(DIGITS - 1) == (check == 10 ? 'X' : (char) ('0' + check));
    }
}

package org.gridtorrent.ccm.ui;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the pages are coloured: as the person chose, or as their system says. */
public enum Theme {
    SYSTEM("light dark"), LIGHT("light"), DARK("dark");

    private final String scheme;

    Theme(String scheme) {
        this.scheme = scheme;
    }

    /** As in forms, in the cookie and on {@code <html>}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the browser is told before it has read the style sheet. */
    public String scheme() {
        return scheme;
    }

    public static Optional<Theme> of(String code) {
        return Arrays.stream(values()).filter(theme -> theme.code().equals(code)).findFirst();
    }
}

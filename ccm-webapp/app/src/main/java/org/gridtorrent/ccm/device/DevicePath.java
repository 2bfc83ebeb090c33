package org.gridtorrent.ccm.device;

import java.util.List;

/**
 * Paths as a device writes them, which may be another system than this one. The device itself
 * checks again what it opened; this is so that a person hears of a slip at once.
 */
public final class DevicePath {
    private static final int LONGEST = 4096;

    private DevicePath() {}

    /** Absolute, without {@code ..} or control letters. */
    public static boolean acceptable(String path) {
        boolean absolute = path.startsWith("/") || path.matches("[A-Za-z]:[\\\\/].*");
        boolean clean = path.chars().noneMatch(Character::isISOControl);
        return absolute && clean && path.length() <= LONGEST
                && List.of(path.split("[\\\\/]")).stream().noneMatch(".."::equals);
    }

    public static boolean inAny(String path, List<String> folders) {
        String wanted = trimmed(path);
        return folders.stream().map(DevicePath::trimmed).anyMatch(folder -> wanted.equals(folder)
                || wanted.startsWith(folder + "/") || wanted.startsWith(folder + "\\"));
    }

    /** Of what lies there; empty when the path is. */
    public static String name(String path) {
        return trimmed(path).replaceFirst(".*[\\\\/]", "");
    }

    private static String trimmed(String path) {
        return path.length() > 1 ? path.replaceAll("[\\\\/]+$", "") : path;
    }
}

package org.gridtorrent.ccm.dataset.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a file is sent (RFC 9110, section 14): from {@code from} to before {@code to}, with status 200
 * for all of it, 206 for a part, and 416 when nothing of what was asked for is there.
 */
record ByteRange(int status, long from, long to) {
    /** Of several ranges none is taken: all of the file is an answer to them, too. */
    private static final Pattern ONE = Pattern.compile("bytes=([0-9]{0,18})-([0-9]{0,18})");

    /**
     * @param range the header, or empty
     * @param condition the header {@code If-Range}, or empty: of another file all is sent
     */
    static ByteRange of(String range, String condition, String tag, long length) {
        Matcher asked = ONE.matcher(range.strip());
        boolean same = condition.isEmpty() || condition.strip().equals(tag);
        if (!same || !asked.matches() || (asked.group(1) + asked.group(2)).isEmpty()) {
            return new ByteRange(200, 0, length);
        }
        return asked.group(1).isEmpty()
                ? part(length - Math.min(length, Long.parseLong(asked.group(2))), length, length)
                : from(Long.parseLong(asked.group(1)), asked.group(2), length);
    }

    private static ByteRange from(long first, String last, long length) {
        long to = last.isEmpty() ? length : Math.min(length, Long.parseLong(last) + 1);
        return !last.isEmpty() && Long.parseLong(last) < first
                ? new ByteRange(200, 0, length)
                : part(first, to, length);
    }

    private static ByteRange part(long from, long to, long length) {
        return from < length ? new ByteRange(206, from, to) : new ByteRange(416, 0, 0);
    }
}

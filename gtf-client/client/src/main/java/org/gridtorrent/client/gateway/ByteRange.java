package org.gridtorrent.client.gateway;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes of a file that a request asks for (RFC 9110, section 14).
 *
 * @param from of the first byte
 * @param to of the byte behind the last one; equal to {@code from} when nothing can be sent
 */
record ByteRange(long from, long to) {
    private static final Pattern SINGLE = Pattern.compile("bytes=\\s*(\\d{0,18})-(\\d{0,18})\\s*");

    /** The range of this header; empty for one that is malformed or has several ranges, which may be ignored. */
    static Optional<ByteRange> parse(String header, long length) {
        Matcher form = SINGLE.matcher(header);
        if (!form.matches() || (form.group(1).isEmpty() && form.group(2).isEmpty())) {
            return Optional.empty();
        }
        if (form.group(1).isEmpty()) {
            long suffix = Long.parseLong(form.group(2));
            return Optional.of(new ByteRange(Math.max(0, length - suffix), length));
        }
        long first = Long.parseLong(form.group(1));
        long last = form.group(2).isEmpty() ? Long.MAX_VALUE - 1 : Long.parseLong(form.group(2));
        if (last < first) {
            return Optional.empty();
        }
        return Optional.of(first >= length
                ? new ByteRange(length, length)
                : new ByteRange(first, Math.min(length, last + 1)));
    }

    boolean isUnsatisfiable() {
        return from >= to;
    }

    long length() {
        return to - from;
    }
}

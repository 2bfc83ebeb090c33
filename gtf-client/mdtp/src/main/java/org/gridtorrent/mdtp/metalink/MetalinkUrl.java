package org.gridtorrent.mdtp.metalink;

import java.net.URI;
import java.util.Optional;

/**
 * Address of a file in a Metalink.
 *
 * @param priority 1 to {@link #LOWEST_PRIORITY}; 1 is used first
 * @param location country of the server, two lower-case letters (ISO 3166-1)
 */
public record MetalinkUrl(URI uri, int priority, Optional<String> location) {

    /** Priority of an address that names none. */
    public static final int LOWEST_PRIORITY = 999_999;

    public MetalinkUrl {
        if (priority < 1 || priority > LOWEST_PRIORITY) {
            throw new IllegalArgumentException("priority " + priority);
        }
        if (location.isPresent() && !isLocation(location.get())) {
            throw new IllegalArgumentException("location " + location.get());
        }
    }

    /** Reads a priority; a malformed one is the lowest. */
    static int priority(String text) {
        return text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : LOWEST_PRIORITY;
    }

    static boolean isLocation(String text) {
        return text.length() == 2 && text.chars().allMatch(c -> c >= 'a' && c <= 'z');
    }
}

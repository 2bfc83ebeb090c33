package org.gridtorrent.catalog.access;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * A right to a published data set.
 *
 * @param who name of the person or group; empty for everybody
 * @param people how many it lets in, disabled accounts left out
 */
public record Right(Key key, String title, String ownerId, String ownerName, String who,
        long people, Optional<Instant> ends) {

    /**
     * Which right.
     *
     * @param whoId of the person or group; empty for everybody
     */
    public record Key(String contentId, GrantType road, String whoId) {
        private static final String SEPARATOR = ".";

        /** As a form carries it. */
        public String text() {
            return String.join(SEPARATOR, contentId, road.name(), whoId);
        }

        /** Empty for what no {@link #text} can have said. */
        public static Optional<Key> parse(String text) {
            String[] parts = text.split("\\.", -1);
            return parts.length == 3
                    ? Arrays.stream(GrantType.values()).filter(road -> road.name().equals(parts[1]))
                            .map(road -> new Key(parts[0], road, parts[2])).findFirst()
                    : Optional.empty();
        }

        /** Whether it can be taken away: nobody loses what they own. */
        public boolean isRevocable() {
            return road != GrantType.OWNER;
        }
    }
}

package org.gridtorrent.catalog.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.catalog.device.Presence;

/**
 * A machine, as a rule for one content sees it.
 *
 * @param alwaysOn its owner says that it is always on; whether that is so, its presence shows
 * @param room bytes that rules may still fill there
 * @param eligible the rule may use it: one of its places, whose user may read the content
 * @param refused not to be asked: its owner took the rule's copy off it, it failed lately, or its
 *     program is too old
 * @param ofRule what it holds, or is to hold, no person asked for
 * @param verified when every piece was last checked
 * @param missing since when it is there and does not announce what it holds
 * @param checking it is just hashing it again
 */
public record CopyPlace(String deviceId, Presence presence, boolean alwaysOn, long room,
        boolean eligible, boolean refused, Holding holding, boolean ofRule,
        Optional<Instant> verified, Optional<Instant> missing, boolean checking) {
    /** In this time a machine that is online announces what it holds. */
    private static final Duration ANNOUNCED_WITHIN = Duration.ofHours(1);

    /** Whether the machine was online for an hour without announcing the copy, as when its folder is gone. */
    public boolean isLongMissing() {
        return missing.filter(since -> presence.lastSeen()
                .filter(seen -> !since.plus(ANNOUNCED_WITHIN).isAfter(seen)).isPresent())
                .isPresent();
    }

    /** How it stands to the content. */
    public enum Holding {
        NOTHING,
        /** On its way there. */
        COMING,
        /** On its way, and paused by somebody. */
        PAUSED,
        /** All of it, every piece checked, and shared. */
        VERIFIED,
        /** As verified, until pieces of it were found not to be good. */
        DAMAGED,
        /** It is told to share it no more. */
        LEAVING,
        /** There, and not shared because its owner said so. */
        STOPPED
    }
}

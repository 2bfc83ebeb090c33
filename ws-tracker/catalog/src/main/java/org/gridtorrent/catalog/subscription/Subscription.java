package org.gridtorrent.catalog.subscription;

import java.time.Instant;
import java.util.Optional;

/**
 * What somebody wants to be told of.
 *
 * @param name what it is about, in words: a title, a group's name, a person's full name; of a search its
 *     words. Empty for what its subscriber may not know of any more
 * @param device the machine that gets at once what it tells of
 */
public record Subscription(String id, Kind kind, SubscriptionTarget target, String name,
        Optional<Machine> device, Instant created) {

    /** Of what. */
    public enum Kind {
        DATASET, GROUP, OWNER, SEARCH
    }

    /** One of the subscriber's machines. */
    public record Machine(String id, String name) {}
}

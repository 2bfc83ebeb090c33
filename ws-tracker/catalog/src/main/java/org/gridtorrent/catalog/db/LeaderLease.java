package org.gridtorrent.catalog.db;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Which of several nodes does a work that one alone is to do: a lease in the database. */
public final class LeaderLease {
    /** To be renewed within it. */
    public static final Duration LEASE = Duration.ofSeconds(30);
    /** A longer pause in looking is nobody's absence but the nodes'. */
    private static final Duration UNWATCHED = Duration.ofMinutes(2);

    private final Database database;
    private final String name;

    public LeaderLease(Database database, String name) {
        this.database = database;
        this.name = name;
    }

    /** True when this node is the one, for as long as the lease is. */
    public boolean lead(String node) {
        Instant now = database.now();
        return database.write(tx -> {
            tx.createUpdate("insert into keeper (name, node, held_until, looked,"
                    + " watched_since) values (:name, :node, :now, :now, :now)"
                    + " on conflict do nothing").bind("name", name).bind("node", node)
                    .bind("now", now).execute();
            return tx.createUpdate("update keeper set node = :node, held_until = :until,"
                    + " watched_since = case when looked < :unwatched then :now"
                    + " else watched_since end, looked = :now where name = :name"
                    + " and (node = :node or held_until <= :now)").bind("node", node)
                    .bind("until", now.plus(LEASE)).bind("now", now).bind("name", name)
                    .bind("unwatched", now.minus(UNWATCHED)).execute() == 1;
        });
    }

    /** Since when somebody does the work without a pause. */
    public static Optional<Instant> watching(Transaction tx, String name) {
        return tx.createQuery("select watched_since from keeper where name = :name")
                .bind("name", name).mapTo(Instant.class).findOne();
    }
}

package org.gridtorrent.catalog.change;

import java.util.Set;
import org.gridtorrent.catalog.db.Transaction;

/** The number by which {@code Search} follows the contents. */
public final class SearchClock {
    private static final String NAME = "contents";

    private SearchClock() {}

    /**
     * These contents, and all that these accounts own, are others than before for whoever searches. The
     * last thing in the transaction, since all that change contents wait for each other here.
     */
    static void changed(Transaction tx, Set<String> contentIds, Set<String> ownerIds) {
        tick(tx);
        contentIds.forEach(content -> number(tx, "id", content));
        ownerIds.forEach(owner -> number(tx, "owner_id", owner));
    }

    private static void number(Transaction tx, String column, String value) {
        tx.createUpdate("update content set search_number ="
                + " (select number from search_clock where name = :name) where " + column
                + " = :value").bind("name", NAME).bind("value", value).execute();
    }

    private static void tick(Transaction tx) {
        if (advance(tx) == 0) {
            tx.createUpdate("insert into search_clock (name, number) values (:name, 0)"
                    + " on conflict do nothing").bind("name", NAME).execute();
            advance(tx);
        }
    }

    private static int advance(Transaction tx) {
        return tx.createUpdate("update search_clock set number = number + 1"
                + " where name = :name").bind("name", NAME).execute();
    }

    /** Whatever was given a number up to this one is committed. */
    public static long number(Transaction tx) {
        return tx.createQuery("select number from search_clock where name = :name")
                .bind("name", NAME).mapTo(Long.class).findOne().orElse(0L);
    }
}

package org.gridtorrent.catalog;

import org.jdbi.v3.core.Handle;

/** The number by which {@link Search} follows the contents. */
final class SearchClock {
    private static final String NAME = "contents";

    private SearchClock() {}

    /**
     * The content is another than before for whoever searches: its words, its readers, its state. The
     * last thing in the transaction, since all that change contents wait for each other here.
     */
    static void changed(Handle handle, String contentId) {
        number(handle, "id", contentId);
    }

    /** The same for all that the account owns, which are found by its name too. */
    static void ownerChanged(Handle handle, String accountId) {
        number(handle, "owner_id", accountId);
    }

    private static void number(Handle handle, String column, String value) {
        tick(handle);
        handle.createUpdate("update content set search_number ="
                + " (select number from search_clock where name = :name) where " + column
                + " = :value").bind("name", NAME).bind("value", value).execute();
    }

    private static void tick(Handle handle) {
        if (advance(handle) == 0) {
            handle.createUpdate("insert into search_clock (name, number) values (:name, 0)"
                    + " on conflict do nothing").bind("name", NAME).execute();
            advance(handle);
        }
    }

    private static int advance(Handle handle) {
        return handle.createUpdate("update search_clock set number = number + 1"
                + " where name = :name").bind("name", NAME).execute();
    }

    /** Whatever was given a number up to this one is committed. */
    static long number(Handle handle) {
        return handle.createQuery("select number from search_clock where name = :name")
                .bind("name", NAME).mapTo(Long.class).findOne().orElse(0L);
    }
}

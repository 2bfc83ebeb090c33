package org.gridtorrent.catalog.dataset;

import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;

/** Keys by which callers say that a publishing is one that they asked for before. */
public final class IdempotencyKeys {
    private static final Pattern SHAPE = Pattern.compile("[!-~]{1,100}");

    private IdempotencyKeys() {}

    public static void check(Optional<String> key) {
        if (key.isPresent() && !isKey(key.get())) {
            throw CatalogException.invalid(Refused.KEY_SHAPE);
        }
    }

    public static boolean isKey(String text) {
        return SHAPE.matcher(text).matches();
    }

    /** What the owner's key stands for already. */
    public static Optional<String> contentId(Transaction tx, String ownerId, String key) {
        return tx.createQuery("select id from content where owner_id = :owner"
                + " and request_key = :key").bind("owner", ownerId).bind("key", key)
                .mapTo(String.class).findOne();
    }

}

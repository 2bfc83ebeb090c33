package org.gridtorrent.catalog.audit;

import java.util.Optional;
import org.gridtorrent.catalog.db.Transaction;

/**
 * Notes what somebody does, in the transaction that does it. No secret is ever handed to it, nor what
 * somebody typed who may have taken one field for another.
 */
public final class Audit {
    public static final String NOBODY = "";
    private static final String NO_CONTENT = "";
    private static final int DETAIL_LONGEST = 2000;
    private static final int TOKEN_LONGEST = 200;
    private static final int ORIGIN_LONGEST = 60;

    private Audit() {}

    public static void note(Transaction tx, AuditKind kind, String accountId,
            String detail) {
        note(tx, kind, accountId, NO_CONTENT, detail);
    }

    /**
     * Notes something about a content.
     *
     * @param accountId whose doing it is where no {@link AuditContext} says another
     */
    public static void note(Transaction tx, AuditKind kind, String accountId,
            String contentId, String detail) {
        Optional<AuditContext> errand = AuditContext.current();
        String who = errand.map(AuditContext::accountId).filter(id -> !id.isEmpty())
                .orElse(accountId);
        tx.createUpdate("insert into audit (id, happened, account_id, kind, way, token, origin,"
                + " content_id, detail) values (:id, :now, :account, :kind, :way, :token, :origin,"
                + " :content, :detail)").bind("id", tx.nextId()).bind("now", tx.now())
                .bind("account", who).bind("kind", kind)
                .bind("way", errand.map(AuditContext::way)
                        .orElse(accountId.isEmpty() ? AuditChannel.SITE : AuditChannel.MACHINE))
                .bind("token", cut(errand.map(AuditContext::token).orElse(""), TOKEN_LONGEST))
                .bind("origin", cut(errand.map(AuditContext::origin).orElse(""), ORIGIN_LONGEST))
                .bind("content", contentId).bind("detail", cut(detail, DETAIL_LONGEST)).execute();
    }

    /** A content is to be published; by a non-private torrent, which cannot be undone, an entry more. */
    public static void publishOrdered(Transaction tx, String ownerId,
            String contentId, String title, boolean nonPrivate) {
        note(tx, AuditKind.PUBLISH_ORDERED, ownerId, contentId, title);
        if (nonPrivate) {
            note(tx, AuditKind.NON_PRIVATE_CHOSEN, ownerId, contentId, "");
        }
    }

    /** The same about another account, which the detail names. */
    public static void noteAbout(Transaction tx, AuditKind kind, String accountId,
            String aboutId, String more) {
        String name = name(tx, "account", aboutId);
        note(tx, kind, accountId, more.isEmpty() ? name : name + ": " + more);
    }

    /** The same about a group, which the detail names. */
    public static void noteGroup(Transaction tx, AuditKind kind, String accountId,
            String groupId, String more) {
        String name = name(tx, "work_group", groupId);
        note(tx, kind, accountId, more.isEmpty() ? name : name + ": " + more);
    }

    private static String name(Transaction tx, String table, String id) {
        return tx.createQuery("select name from " + table + " where id = :id").bind("id", id)
                .mapTo(String.class).findOne().orElse(id);
    }

    private static String cut(String text, int longest) {
        return text.substring(0, Math.min(text.length(), longest));
    }
}

package org.gridtorrent.catalog.access;

import java.util.Set;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.dataset.RevokedRights;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.notify.AccessNotices;
import org.gridtorrent.catalog.replica.Replicas;

/**
 * A change of who may read one content: {@link #before} reads what holds before it, and {@link #made}
 * tells and notes what follows from it. Both run inside the transaction that makes the change.
 *
 * @param grantees who has a right before the change
 */
record AccessChange(String contentId, AccessNotices notices, Set<String> grantees) {
    static AccessChange before(Transaction tx, String contentId) {
        return new AccessChange(contentId, AccessNotices.before(tx, contentId),
                RevokedRights.grantees(tx, contentId));
    }

    /** @param accountId who made the change; nobody for a right that ended by itself */
    void made(Transaction tx, AuditKind kind, String accountId, String detail) {
        RevokedRights.note(tx, contentId, grantees);
        Replicas.accessChanged(tx, accountId, contentId);
        ContentChange.of(tx).access(contentId).note(kind, accountId, contentId, detail);
        notices.tell(tx);
    }
}

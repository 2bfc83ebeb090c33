package org.gridtorrent.catalog.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.Transaction;

/**
 * What the changes of contents in one transaction entail: epochs and revisions, search numbers, looks at
 * copy rules, entries of the audit log. Code that changes a content says what changed; all that follows
 * from it is written once, just before the transaction commits, with the search numbers last, since all
 * transactions that take one wait for each other from there on. Belongs to the transaction's thread.
 */
public final class ContentChange implements Transaction.Part {
    private record Entry(AuditKind kind, String accountId, String contentId, String detail) {}

    private final Set<String> access = new TreeSet<>();
    private final Set<String> copies = new TreeSet<>();
    private final Set<String> searched = new TreeSet<>();
    private final Set<String> owners = new TreeSet<>();
    private final List<Entry> entries = new ArrayList<>();
    private boolean everyAccess;

    /** The transaction's own. */
    public static ContentChange of(Transaction tx) {
        return tx.part(ContentChange.class, ContentChange::new);
    }

    /** Another set of people may read the content, or nobody any more. */
    public ContentChange access(String contentId) {
        access.add(contentId);
        copies.add(contentId);
        searched.add(contentId);
        return this;
    }

    /** Its words, state or facets are others for whoever searches. */
    public ContentChange words(String contentId) {
        searched.add(contentId);
        return this;
    }

    /** What all contents of the account are found by is another. */
    public void owner(String accountId) {
        owners.add(accountId);
    }

    /** Others are in the group, or it is about to be deleted: who may read what is shared with it changes. */
    public static void group(Transaction tx, String groupId) {
        of(tx).access.addAll(tx.createQuery("select c.id from content c join content_group g"
                + " on g.content_id = c.id where g.group_id = :id and c.access_level = 'GROUP'")
                .bind("id", groupId).mapTo(String.class).list());
    }

    /** An account was disabled or enabled, or a device withdrawn: every access list may have moved. */
    public void everyAccess() {
        everyAccess = true;
    }

    /** The content's rule for copies is to be looked at soon, if it has one. */
    public void copies(String contentId) {
        copies.add(contentId);
    }

    /** For the audit log; in whose name is the account's, where no context says another. */
    public void note(AuditKind kind, String accountId, String contentId, String detail) {
        entries.add(new Entry(kind, accountId, contentId, detail));
    }

    @Override
    public void beforeCommit(Transaction tx) {
        entries.forEach(entry -> Audit.note(tx, entry.kind(), entry.accountId(),
                entry.contentId(), entry.detail()));
        copies.forEach(content -> tx.createUpdate("update copy_rule set asked = true"
                + " where content_id = :content and not asked").bind("content", content)
                .execute());
        if (everyAccess) {
            Revisions.everyAccessChanged(tx);
        } else {
            access.forEach(content -> Revisions.accessChanged(tx, content));
        }
        if (!searched.isEmpty() || !owners.isEmpty()) {
            SearchClock.changed(tx, searched, owners);
        }
    }
}

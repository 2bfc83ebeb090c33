package org.gridtorrent.catalog.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.LeaderLease;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.mail.Outbox;
import org.gridtorrent.catalog.mail.OutgoingMail.Kind;

/** The keeper's side of {@link Notices}: which go out by mail, and which are over. */
public final class NoticeMailer {
    /** So soon after a mail of notices there is no other. */
    private static final Duration PAUSE = Duration.ofMinutes(5);
    private static final Duration DAY = Duration.ofDays(1);
    /** What nobody could be written of for so long stays on the page. */
    private static final Duration STALE = Duration.ofDays(3);

    private final Database database;
    private final LeaderLease keeper;

    public NoticeMailer(Database database) {
        this.database = database;
        this.keeper = new LeaderLease(database, "notices");
    }

    /** True when this node is the one that looks, for as long as the lease is. */
    public boolean lead(String node) {
        return keeper.lead(node);
    }

    private record Reader(String accountId, Instant oldest, MailFrequency pace, boolean reached,
            String address, String language) {}

    /** Puts mails of notices into the outbox, for whoever wants some now; how many. */
    public int mail() {
        List<Reader> readers = database.read(tx -> tx.createQuery("select a.id,"
                + " min(n.created) as oldest, a.mail_notices, a.mail, a.language,"
                + " a.mail_confirmed and not a.disabled as reached from notice n"
                + " join account a on a.id = n.account_id where n.to_mail"
                + " group by a.id, a.mail_notices, a.mail, a.language, a.mail_confirmed,"
                + " a.disabled")
                .map(row -> new Reader(row.getColumn("id", String.class),
                        row.getColumn("oldest", Instant.class),
                        row.getColumn("mail_notices", MailFrequency.class),
                        row.getColumn("reached", Boolean.class),
                        row.getColumn("mail", String.class),
                        row.getColumn("language", String.class)))
                .list());
        return (int) readers.stream().filter(this::mail).count();
    }

    private boolean mail(Reader reader) {
        Instant now = database.now();
        if (!reader.reached() || reader.pace() == MailFrequency.NEVER) {
            leave(reader, now.plusMillis(1));
            return false;
        }
        if (reader.oldest().isBefore(now.minus(STALE))) {
            leave(reader, now.minus(STALE));
            return false;
        }
        boolean due = reader.pace() == MailFrequency.AT_ONCE
                || !reader.oldest().isAfter(now.minus(DAY));
        return due && database.change(tx -> {
            RowLocks.account(tx, reader.accountId());
            return !wroteLately(tx, reader, now) && write(tx, reader, now);
        });
    }

    /** Those from before then stay on the page. */
    private void leave(Reader reader, Instant before) {
        database.write(tx -> tx.createUpdate("update notice set to_mail = false"
                + " where account_id = :account and to_mail and created < :before")
                .bind("account", reader.accountId()).bind("before", before).execute());
    }

    private static boolean wroteLately(Transaction tx, Reader reader, Instant now) {
        return tx.createQuery("select count(*) from outbox_mail where account_id = :account"
                + " and kind = :kind and created > :since").bind("account", reader.accountId())
                .bind("kind", Kind.NOTICES).bind("since", now.minus(PAUSE))
                .mapTo(Integer.class).one() > 0;
    }

    private boolean write(Transaction tx, Reader reader, Instant now) {
        String id = database.nextId();
        int told = tx.createUpdate("update notice set to_mail = false, mail_id = :mail"
                + " where account_id = :account and to_mail").bind("mail", id)
                .bind("account", reader.accountId()).execute();
        if (told > 0) {
            Outbox.insert(tx, id, Kind.NOTICES, Optional.of(reader.accountId()),
                    reader.address(), reader.language(), "", now);
        }
        return told > 0;
    }

    /** Takes away notices whose time is over. */
    public void forgetOld() {
        database.write(tx -> tx.createUpdate("delete from notice where created < :old")
                .bind("old", database.now().minus(Notices.LIFE)).execute());
    }
}

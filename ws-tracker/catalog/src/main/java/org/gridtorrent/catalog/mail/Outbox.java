package org.gridtorrent.catalog.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.mail.OutgoingMail.Kind;
import org.gridtorrent.catalog.mail.OutgoingMail.State;
import org.jdbi.v3.core.result.RowView;

/**
 * Mail that is to be sent. Of several nodes one takes a mail: its next try is put off until that node
 * has surely ended, or died. A mail that failed is tried again after a minute, then each time twice as
 * late up to four hours, and given up after three days.
 */
public final class Outbox {
    /** Nobody else takes a mail so long after it was taken. */
    public static final Duration LEASE = Duration.ofMinutes(10);
    public static final Duration GIVEN_UP_AFTER = Duration.ofDays(3);
    private static final Duration FIRST_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(4);
    /** So long it is kept what became of a mail. */
    private static final Duration KEPT = Duration.ofDays(30);
    /** The same is not sent again to the same person within it. */
    private static final Duration REPEATED_AFTER = Duration.ofMinutes(5);
    private static final int PROBLEM_LONGEST = 1000;
    private static final String COLUMNS = "id, kind, account_id, address, language, detail, state,"
            + " attempts, due, created, ended, problem";

    private final Database database;

    public Outbox(Database database) {
        this.database = database;
    }

    /** For somebody who need not have an account. */
    public void add(Kind kind, String address, String language, String detail) {
        Instant now = database.now();
        database.changeOnly(tx -> insert(tx, database.nextId(), kind, Optional.empty(),
                address, language, detail, now));
    }

    /**
     * To the address that the account has now. False when it has none, or was sent the same less than
     * five minutes ago.
     */
    public boolean add(Kind kind, String accountId) {
        Instant now = database.now();
        return database.change(tx -> {
            RowLocks.account(tx, accountId);
            Optional<MailAddress> to = MailAddresses.find(tx, accountId)
                    .filter(found -> !found.address().isEmpty())
                    .filter(found -> !isRecent(tx, kind, accountId, found.address(), now));
            to.ifPresent(found -> insert(tx, database.nextId(), kind, Optional.of(accountId),
                    found.address(), found.language(), "", now));
            return to.isPresent();
        });
    }

    private static boolean isRecent(Transaction tx, Kind kind, String accountId, String address,
            Instant now) {
        return tx.createQuery("select count(*) from outbox_mail where account_id = :account"
                + " and kind = :kind and created > :since and address = :address")
                .bind("account", accountId).bind("kind", kind).bind("address", address)
                .bind("since", now.minus(REPEATED_AFTER)).mapTo(Integer.class).one() > 0;
    }

    public static void insert(Transaction tx, String id, Kind kind, Optional<String> accountId,
            String address, String language, String detail, Instant now) {
        tx.createUpdate("insert into outbox_mail (id, kind, account_id, address, language,"
                + " detail, state, due, created) values (:id, :kind, :account, :address,"
                + " :language, :detail, 'WAITING', :now, :now)").bind("id", id)
                .bind("kind", kind).bind("account", accountId.orElse(null))
                .bind("address", address).bind("language", language).bind("detail", detail)
                .bind("now", now).execute();
    }

    /** The mail that waited longest of those that are due; from now on it is the caller's to send. */
    public Optional<OutgoingMail> take() {
        Instant now = database.now();
        return database.write(tx -> {
            Optional<OutgoingMail> next = tx.createQuery("select " + COLUMNS
                    + " from outbox_mail where state = 'WAITING' and due <= :now"
                    + " order by due, id limit 1 for update skip locked").bind("now", now)
                    .map(Outbox::mail).findOne();
            next.ifPresent(mail -> tx.createUpdate("update outbox_mail set due = :later,"
                    + " attempts = attempts + 1 where id = :id").bind("later", now.plus(LEASE))
                    .bind("id", mail.id()).execute());
            return next.flatMap(mail -> find(tx, mail.id()));
        });
    }

    private static Optional<OutgoingMail> find(Transaction tx, String id) {
        return tx.createQuery("select " + COLUMNS + " from outbox_mail where id = :id")
                .bind("id", id).map(Outbox::mail).findOne();
    }

    /** The server took it. */
    public void sent(OutgoingMail mail) {
        end(mail, State.SENT, "");
    }

    /** It will never be taken. */
    public void giveUp(OutgoingMail mail, String problem) {
        end(mail, State.GIVEN_UP, problem);
    }

    private void end(OutgoingMail mail, State state, String problem) {
        database.write(tx -> tx.createUpdate("update outbox_mail set state = :state,"
                + " ended = :now, problem = :problem where id = :id and state = 'WAITING'")
                .bind("state", state).bind("now", database.now()).bind("problem", cut(problem))
                .bind("id", mail.id()).execute());
    }

    /** What it was to say holds no more. */
    public void drop(OutgoingMail mail) {
        database.write(tx -> tx.createUpdate("delete from outbox_mail where id = :id")
                .bind("id", mail.id()).execute());
    }

    /** It was not taken this time; when it is old, it is given up. */
    public void failed(OutgoingMail mail, String problem) {
        Instant now = database.now();
        if (!mail.created().plus(GIVEN_UP_AFTER).isAfter(now)) {
            giveUp(mail, problem);
            return;
        }
        database.write(tx -> tx.createUpdate("update outbox_mail set due = :due,"
                + " problem = :problem where id = :id and state = 'WAITING'")
                .bind("due", now.plus(waitAfter(mail.attempts()))).bind("problem", cut(problem))
                .bind("id", mail.id()).execute());
    }

    private static Duration waitAfter(int attempts) {
        Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(Math.max(attempts - 1, 0), 10));
        return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    private static String cut(String problem) {
        return problem.substring(0, Math.min(problem.length(), PROBLEM_LONGEST));
    }

    /** How many there are in each state. */
    public Map<State, Long> counts() {
        return database.read(tx -> tx
                .createQuery("select state, count(*) as mails from outbox_mail group by state")
                .map(row -> Map.entry(row.getColumn("state", State.class),
                        row.getColumn("mails", Long.class)))
                .list().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** The youngest first. */
    public ResultPage<OutgoingMail> list(int offset, int limit) {
        List<OutgoingMail> found = database.read(tx -> tx.createQuery("select " + COLUMNS
                + " from outbox_mail order by created desc, id limit :limit offset :offset")
                .bind("limit", limit + 1).bind("offset", offset).map(Outbox::mail).list());
        return ResultPage.of(found, limit);
    }

    /** What became of a mail is forgotten when that was long ago. */
    public void forgetOld() {
        database.write(tx -> tx.createUpdate("delete from outbox_mail"
                + " where created < :old and state <> 'WAITING'")
                .bind("old", database.now().minus(KEPT)).execute());
    }

    private static OutgoingMail mail(RowView row) {
        return new OutgoingMail(row.getColumn("id", String.class),
                row.getColumn("kind", Kind.class),
                Optional.ofNullable(row.getColumn("account_id", String.class)),
                row.getColumn("address", String.class), row.getColumn("language", String.class),
                row.getColumn("detail", String.class), row.getColumn("state", State.class),
                row.getColumn("attempts", Integer.class), row.getColumn("due", Instant.class),
                row.getColumn("created", Instant.class),
                Optional.ofNullable(row.getColumn("ended", Instant.class)),
                row.getColumn("problem", String.class));
    }
}

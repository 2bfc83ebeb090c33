package org.gridtorrent.catalog.account;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.identity.Tokens;

/** People's stays on the pages. Tokens are stored as their SHA-256, whose beginning names a stay. */
public final class Sessions {
    /** A use is noted when the last that was is older. */
    static final Duration GRAIN = Duration.ofMinutes(5);

    private static final String ID = "substring(token_hash from 1 for 40)";
    private static final int ORIGIN_LONGEST = 60;
    private static final int AGENT_LONGEST = 300;

    private final Database database;

    public Sessions(Database database) {
        this.database = database;
    }

    /**
     * A new session, to be opened at every login.
     *
     * @param origin the browser's address
     * @param agent what it says it is; cut when it is long
     */
    public Session.Opened open(Account account, Duration life, String origin, String agent) {
        String token = Tokens.next(database.random);
        Instant now = database.now();
        var session = new Session(account, Tokens.next(database.random), now.plus(life));
        database.write(tx -> {
            tx.createUpdate("delete from web_session where expires <= :now")
                    .bind("now", now).execute();
            Audit.note(tx, AuditKind.SIGNED_IN, account.id(), "");
            return tx.createUpdate("insert into web_session"
                    + " (token_hash, account_id, csrf, expires, origin, agent, created, seen)"
                    + " values (:hash, :account, :csrf, :expires, :origin, :agent, :now, :now)")
                    .bind("hash", Tokens.hash(token)).bind("account", account.id())
                    .bind("csrf", session.csrf()).bind("expires", session.expires())
                    .bind("origin", cut(origin, ORIGIN_LONGEST))
                    .bind("agent", cut(agent, AGENT_LONGEST)).bind("now", now).execute();
        });
        return new Session.Opened(token, session);
    }

    /** The session of a token, unless it is over or its account disabled; its use is noted. */
    public Optional<Session> find(String token) {
        record Found(Session session, Instant seen) {}
        Instant now = database.now();
        Optional<Found> found = database.read(tx -> tx
                .createQuery("select " + Accounts.COLUMNS + ", s.csrf, s.expires, s.seen"
                        + " from web_session s join account a on a.id = s.account_id"
                        + " where s.token_hash = :hash and s.expires > :now and not a.disabled")
                .bind("hash", Tokens.hash(token)).bind("now", now)
                .map(row -> new Found(new Session(row.getRow(Account.class),
                        row.getColumn("csrf", String.class),
                        row.getColumn("expires", Instant.class)),
                        row.getColumn("seen", Instant.class)))
                .findOne());
        found.filter(stale -> stale.seen().isBefore(now.minus(GRAIN)))
                .ifPresent(_ -> database.noteIfRoom(tx -> tx
                        .createUpdate("update web_session set seen = :now"
                                + " where token_hash = :hash")
                        .bind("now", now).bind("hash", Tokens.hash(token)).execute()));
        return found.map(Found::session);
    }

    /** The account's stays that are not over, the last used first; {@code token} is of the one that asks. */
    public List<SessionInfo> of(String accountId, String token) {
        String asking = Tokens.hash(token);
        return database.read(tx -> tx
                .createQuery("select " + ID + " as id, origin, agent, created, seen, token_hash"
                        + " from web_session where account_id = :account and expires > :now"
                        + " order by seen desc, created desc, token_hash")
                .bind("account", accountId).bind("now", database.now())
                .map(row -> new SessionInfo(row.getColumn("id", String.class),
                        row.getColumn("origin", String.class),
                        row.getColumn("agent", String.class),
                        row.getColumn("created", Instant.class),
                        row.getColumn("seen", Instant.class),
                        row.getColumn("token_hash", String.class).equals(asking)))
                .list());
    }

    public void close(String token) {
        database.write(tx -> {
            Optional<String> whose = tx.createQuery("select account_id from web_session"
                    + " where token_hash = :hash").bind("hash", Tokens.hash(token))
                    .mapTo(String.class).findOne();
            whose.ifPresent(id -> Audit.note(tx, AuditKind.SIGNED_OUT, id, ""));
            return tx.createUpdate("delete from web_session where token_hash = :hash")
                    .bind("hash", Tokens.hash(token)).execute();
        });
    }

    /** Ends one of the account's; false when there is none of this id. */
    public boolean end(String accountId, String id) {
        return ended(accountId, tx -> tx.createUpdate("delete from web_session"
                + " where account_id = :account and " + ID + " = :id").bind("account", accountId)
                .bind("id", id).execute()) == 1;
    }

    /** Ends all of the account's but the one of this token; how many. */
    public int endOthers(String accountId, String token) {
        return ended(accountId, tx -> tx.createUpdate("delete from web_session"
                + " where account_id = :account and token_hash <> :hash")
                .bind("account", accountId).bind("hash", Tokens.hash(token)).execute());
    }

    private int ended(String accountId, ToIntFunction<Transaction> delete) {
        return database.change(tx -> {
            int ended = delete.applyAsInt(tx);
            if (ended > 0) {
                Audit.noteAbout(tx, AuditKind.SESSIONS_ENDED, accountId, accountId, "");
            }
            return ended;
        });
    }

    private static String cut(String text, int longest) {
        return text.substring(0, Math.min(text.length(), longest));
    }
}

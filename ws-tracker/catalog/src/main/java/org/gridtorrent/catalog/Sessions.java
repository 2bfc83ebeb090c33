package org.gridtorrent.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.identity.Tokens;

/** People's stays on the pages. Tokens are stored as their SHA-256. */
public final class Sessions {
    private final Database database;

    Sessions(Database database) {
        this.database = database;
    }

    /** A new session, to be opened at every login. */
    public Session.Opened open(Account account, Duration life) {
        String token = Tokens.next(database.random);
        var session = new Session(account, Tokens.next(database.random),
                database.now().plus(life));
        database.write(handle -> {
            handle.createUpdate("delete from web_session where expires <= :now")
                    .bind("now", database.now()).execute();
            return handle.createUpdate("insert into web_session"
                    + " (token_hash, account_id, csrf, expires)"
                    + " values (:hash, :account, :csrf, :expires)")
                    .bind("hash", Tokens.hash(token)).bind("account", account.id())
                    .bind("csrf", session.csrf()).bind("expires", session.expires()).execute();
        });
        return new Session.Opened(token, session);
    }

    /** The session of a token, unless it is over or its account disabled. */
    public Optional<Session> find(String token) {
        return database.read(handle -> handle
                .createQuery("select " + Accounts.COLUMNS + ", s.csrf, s.expires"
                        + " from web_session s join account a on a.id = s.account_id"
                        + " where s.token_hash = :hash and s.expires > :now and not a.disabled")
                .bind("hash", Tokens.hash(token)).bind("now", database.now())
                .map(row -> new Session(row.getRow(Account.class),
                        row.getColumn("csrf", String.class),
                        row.getColumn("expires", Instant.class)))
                .findOne());
    }

    public void close(String token) {
        database.write(handle -> handle
                .createUpdate("delete from web_session where token_hash = :hash")
                .bind("hash", Tokens.hash(token)).execute());
    }
}

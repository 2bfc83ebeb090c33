package org.gridtorrent.catalog.account;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.identity.Tokens;
import org.jdbi.v3.core.result.RowView;

/** People's own tokens for programs. They are stored as their SHA-256. */
public final class ApiTokens {
    public static final Duration LONGEST_LIFE = Duration.ofDays(365);
    public static final int MOST = 50;
    /** By which whoever finds one in a file knows what it is. */
    static final String MARK = "gt_";

    private static final String SELECT = "select t.id, t.account_id, t.name, t.scope, t.created,"
            + " t.expires, t.last_used from personal_token t ";
    private static final int NAME_LONGEST = 100;
    /** One that is over is listed so long. */
    private static final Duration SHOWN_AFTER = Duration.ofDays(30);

    private final Database database;

    public ApiTokens(Database database) {
        this.database = database;
    }

    /**
     * INVALID without a name or with another life than one that ends within a year; CONFLICT over
     * {@link #MOST}, and for the name of another token that is still good.
     */
    public ApiToken.Made create(String accountId, String name, Scope scope, Duration life) {
        if (!life.isPositive() || life.compareTo(LONGEST_LIFE) > 0) {
            throw CatalogException.invalid(Refused.TOKEN_LIFE);
        }
        Instant now = database.now();
        var token = new ApiToken(database.nextId(), accountId,
                TextRules.required(Field.TOKEN_NAME, name, NAME_LONGEST), scope, now,
                now.plus(life), Optional.empty());
        String secret = MARK + Tokens.next(database.random);
        database.changeOnly(tx -> {
            tx.createUpdate("delete from personal_token where account_id = :account"
                    + " and expires <= :before").bind("account", accountId)
                    .bind("before", now.minus(SHOWN_AFTER)).execute();
            // Of two at once the second waits here, and counts the first.
            tx.createQuery("select id from account where id = :account for update")
                    .bind("account", accountId).mapTo(String.class).one();
            int there = tx.createQuery("select count(*) from personal_token"
                    + " where account_id = :account").bind("account", accountId)
                    .mapTo(Integer.class).one();
            if (there >= MOST) {
                throw CatalogException.conflict(Refused.TOKENS_TOO_MANY, MOST);
            }
            // A form that is sent again makes no second token.
            int sameName = tx.createQuery("select count(*) from personal_token"
                    + " where account_id = :accountId and name = :name and expires > :created")
                    .bindMethods(token).mapTo(Integer.class).one();
            if (sameName > 0) {
                throw CatalogException.conflict(Refused.TOKEN_NAME_TAKEN, token.name());
            }
            tx.createUpdate("insert into personal_token (id, token_hash, account_id, name,"
                    + " scope, created, expires) values (:id, :hash, :accountId, :name, :scope,"
                    + " :created, :expires)").bindMethods(token)
                    .bind("hash", Tokens.hash(secret)).execute();
            Audit.note(tx, AuditKind.TOKEN_MADE, accountId,
                    token.name() + ", " + scope.name().toLowerCase(Locale.ROOT));
        });
        return new ApiToken.Made(token, secret);
    }

    /** The account's, the newest first, with those that were over within the last month. */
    public List<ApiToken> of(String accountId) {
        return database.read(tx -> tx.createQuery(SELECT
                + "where t.account_id = :account and t.expires > :since"
                + " order by t.created desc, t.id")
                .bind("account", accountId).bind("since", database.now().minus(SHOWN_AFTER))
                .map(ApiTokens::token).list());
    }

    /** The token with this secret, unless it is over or its account disabled; its use is noted. */
    public Optional<ApiToken> find(String secret) {
        if (!secret.startsWith(MARK)) {
            return Optional.empty();
        }
        Instant now = database.now();
        Optional<ApiToken> found = database.read(tx -> tx.createQuery(SELECT
                + "join account a on a.id = t.account_id where t.token_hash = :hash"
                + " and t.expires > :now and not a.disabled")
                .bind("hash", Tokens.hash(secret)).bind("now", now).map(ApiTokens::token)
                .findOne());
        found.filter(token -> token.lastUsed().map(now.minus(Sessions.GRAIN)::isAfter).orElse(true))
                .ifPresent(token -> database.noteIfRoom(tx -> tx
                        .createUpdate("update personal_token set last_used = :now"
                                + " where id = :id")
                        .bind("now", now).bind("id", token.id()).execute()));
        return found;
    }

    /** False when it is not the account's. */
    public boolean revoke(String accountId, String id) {
        return database.change(tx -> {
            Optional<String> name = tx.createQuery("select name from personal_token"
                    + " where id = :id and account_id = :account").bind("id", id)
                    .bind("account", accountId).mapTo(String.class).findOne();
            name.ifPresent(known -> {
                tx.createUpdate("delete from personal_token where id = :id").bind("id", id)
                        .execute();
                Audit.note(tx, AuditKind.TOKEN_REVOKED, accountId, known);
            });
            return name.isPresent();
        });
    }

    /** Ends all of the account's, in the caller's transaction. */
    static void revokeAll(Transaction tx, String accountId) {
        tx.createQuery("select name from personal_token where account_id = :account"
                + " and expires > :now order by created, id").bind("account", accountId)
                .bind("now", tx.now()).mapTo(String.class).list()
                .forEach(name -> Audit.noteAbout(tx, AuditKind.TOKEN_REVOKED, accountId,
                        accountId, name));
        tx.createUpdate("delete from personal_token where account_id = :account")
                .bind("account", accountId).execute();
    }

    private static ApiToken token(RowView row) {
        return new ApiToken(row.getColumn("id", String.class),
                row.getColumn("account_id", String.class), row.getColumn("name", String.class),
                Scope.valueOf(row.getColumn("scope", String.class)),
                row.getColumn("created", Instant.class), row.getColumn("expires", Instant.class),
                Optional.ofNullable(row.getColumn("last_used", Instant.class)));
    }
}

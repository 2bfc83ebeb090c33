package org.gridtorrent.catalog.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.LikePatterns;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Ticker;
import org.jdbi.v3.core.result.RowView;

/**
 * Who did what to what, when, from where and by which way, as {@link Audit} noted it. What is older than
 * the site's settings say is removed, by any node, each hour. Safe for use by many threads.
 */
public final class AuditLog {
    /** Entries removed in one transaction. */
    private static final int BATCH = 10_000;

    private final Database database;
    private final IntSupplier daysKept;

    public AuditLog(Database database, IntSupplier daysKept) {
        this.database = database;
        this.daysKept = daysKept;
    }

    public void schedule(Ticker ticker) {
        ticker.every(Duration.ofMinutes(1), Duration.ofHours(1), "catalog-audit",
                "old entries of the audit log stay for now", this::prune);
    }

    /** Removes what is too old; how many entries. */
    public int prune() {
        Instant before = database.now()
                .minus(Duration.ofDays(daysKept.getAsInt()));
        int removed = 0;
        int batch;
        do {
            batch = database.write(tx -> tx
                    .createUpdate("delete from audit where id in (select id from audit"
                            + " where happened < :before order by happened, id limit :batch)")
                    .bind("before", before).bind("batch", BATCH).execute());
            removed += batch;
        } while (batch == BATCH);
        return removed;
    }

    /** The latest first. */
    public ResultPage<AuditEntry> find(AuditQuery wanted, int offset, int limit) {
        String person = wanted.person().strip().toLowerCase(Locale.ROOT);
        List<String> patterns = LikePatterns.of(wanted.dataset());
        String where = " where v.happened >= :from and v.happened < :to"
                + (person.isEmpty()
                        ? ""
                        : " and v.account_id = (select id from account where name = :person)")
                + (wanted.kind().isEmpty() ? "" : " and v.kind = :kind")
                + (patterns.isEmpty()
                        ? ""
                        : " and (v.content_id = :dataset or (true"
                                + LikePatterns.condition(patterns, "lower(c.title)") + "))");
        return ResultPage.of(database.read(tx -> {
            var query = tx.createQuery("select v.happened, coalesce(a.name, '') as who, v.kind,"
                    + " v.way, v.token, v.origin, v.content_id, coalesce(c.title, '') as title,"
                    + " v.detail from audit v left join account a on a.id = v.account_id"
                    + " left join content c on c.id = v.content_id" + where
                    + " order by v.happened desc, v.id desc limit :limit offset :offset")
                    .bind("from", wanted.from()).bind("to", wanted.to()).bind("offset", offset)
                    .bind("limit", limit + 1);
            if (!person.isEmpty()) {
                query.bind("person", person);
            }
            if (!wanted.kind().isEmpty()) {
                query.bind("kind", wanted.kind());
            }
            if (!patterns.isEmpty()) {
                query.bind("dataset", wanted.dataset().strip());
            }
            for (int i = 0; i < patterns.size(); i++) {
                query.bind("p" + i, patterns.get(i));
            }
            return query.map(AuditLog::entry).list();
        }), limit);
    }

    private static AuditEntry entry(RowView row) {
        return new AuditEntry(row.getColumn("happened", Instant.class),
                row.getColumn("who", String.class),
                AuditKind.valueOf(row.getColumn("kind", String.class)),
                AuditChannel.valueOf(row.getColumn("way", String.class)),
                row.getColumn("token", String.class), row.getColumn("origin", String.class),
                row.getColumn("content_id", String.class), row.getColumn("title", String.class),
                row.getColumn("detail", String.class));
    }
}

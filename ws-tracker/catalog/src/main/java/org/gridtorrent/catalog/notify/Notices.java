package org.gridtorrent.catalog.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.notify.Notice.About;
import org.gridtorrent.catalog.notify.Notice.Kind;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * What people are told. A notice lasts 90 days. It names its data set or group only while its reader may know
 * of that; whether they may is asked each time it is read.
 */
public final class Notices {
    public static final Duration LIFE = Duration.ofDays(90);
    /** More are not counted: the page says that there are as many and more. */
    public static final int MOST_COUNTED = 100;
    private static final int DETAIL_LONGEST = 1000;
    private static final String SELECT = "select n.id as notice_id, n.kind, n.content_id,"
            + " n.group_id, case when " + KnownGroups.CONDITION
            + " then g.name end as group_name, n.detail, n.created as told, n.seen, c.title,"
            + " c.access_level as access, c.state," + Contents.RELATION
            + " from notice n join account a on a.id = n.account_id"
            + " left join content c on c.id = n.content_id"
            + " left join work_group g on g.id = n.group_id"
            + " left join membership m on m.group_id = g.id and m.account_id = n.account_id ";

    private final Database database;

    public Notices(Database database) {
        this.database = database;
    }

    /** What a notice is about. */
    public record Told(String accountId, Kind kind, @Nullable String contentId,
            @Nullable String groupId, String detail) {

        public static Told ofContent(String accountId, Kind kind, String contentId, String detail) {
            return new Told(accountId, kind, contentId, null, detail);
        }

        public static Told ofGroup(String accountId, Kind kind, String groupId, String detail) {
            return new Told(accountId, kind, null, groupId, detail);
        }
    }

    public static void add(Transaction tx, Told told) {
        tx.createUpdate("insert into notice (id, account_id, kind, content_id, group_id,"
                + " detail, created) values (:id, :account, :kind, :content, :group, :detail,"
                + " :now)").bind("id", tx.nextId()).bind("account", told.accountId())
                .bind("kind", told.kind()).bind("content", told.contentId())
                .bind("group", told.groupId())
                .bind("detail", told.detail().substring(0,
                        Math.min(told.detail().length(), DETAIL_LONGEST)))
                .bind("now", tx.now()).execute();
    }

    /** How many the account has not seen, up to {@link #MOST_COUNTED}. */
    public int unseen(String accountId) {
        return database.read(tx -> tx.createQuery("select count(*) from (select id"
                + " from notice where account_id = :account and not seen limit " + MOST_COUNTED
                + ") counted").bind("account", accountId).mapTo(Integer.class).one());
    }

    /** The latest first. */
    public ResultPage<Notice> of(String accountId, int offset, int limit) {
        return ResultPage.of(database.read(tx -> tx.createQuery(SELECT
                + "where n.account_id = :account order by n.created desc, n.id"
                + " limit :limit offset :offset").bind("account", accountId)
                .bind("limit", limit + 1).bind("offset", offset).map(Notices::notice).list()),
                limit);
    }

    /** Those that go out with this mail; the oldest first. */
    public List<Notice> inMail(String mailId, int limit) {
        return database.read(tx -> tx.createQuery(SELECT
                + "where n.mail_id = :mail order by n.created, n.id limit :limit")
                .bind("mail", mailId).bind("limit", limit).map(Notices::notice).list());
    }

    /** Its reader saw it; false when there is none, or it is another's. */
    public boolean see(String accountId, String noticeId) {
        return database.write(tx -> tx.createUpdate("update notice set seen = true"
                + " where id = :id and account_id = :account").bind("id", noticeId)
                .bind("account", accountId).execute() == 1);
    }

    /** The account saw all of them. */
    public void seeAll(String accountId) {
        database.write(tx -> tx.createUpdate("update notice set seen = true"
                + " where account_id = :account and not seen").bind("account", accountId)
                .execute());
    }

    /** How often the account wants them by mail. */
    public MailFrequency pace(String accountId) {
        return database.read(tx -> tx
                .createQuery("select mail_notices from account where id = :id")
                .bind("id", accountId).mapTo(MailFrequency.class).findOne()
                .orElse(MailFrequency.NEVER));
    }

    public void changePace(String accountId, MailFrequency pace) {
        database.changeOnly(tx -> tx
                .createUpdate("update account set mail_notices = :pace where id = :id")
                .bind("pace", pace).bind("id", accountId).execute());
    }

    private static Notice notice(RowView row) {
        Optional<About> about = Optional.ofNullable(row.getColumn("content_id", String.class))
                .map(id -> new About(id, mayKnow(row) ? text(row, "title") : ""));
        return new Notice(text(row, "notice_id"), row.getColumn("kind", Kind.class), about,
                Optional.ofNullable(row.getColumn("group_name", String.class)),
                Optional.ofNullable(row.getColumn("group_id", String.class)),
                text(row, "detail"), row.getColumn("told", Instant.class),
                row.getColumn("seen", Boolean.class));
    }

    private static boolean mayKnow(RowView row) {
        Access access = row.getColumn("access", Access.class);
        State state = row.getColumn("state", State.class);
        return AccessPolicy.mayRead(access, state, row.getRow(Relation.class))
                || AccessPolicy.mayReadTombstone(access, state, row.getRow(Relation.class));
    }

    private static String text(RowView row, String column) {
        return row.getColumn(column, String.class);
    }
}

package org.gridtorrent.catalog.people;

import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.people.PendingRequest.Kind;
import org.jdbi.v3.core.result.RowView;

/** All that waits for an account's answer, and all that it waits for itself. */
public final class Inbox {
    private static final String COLUMNS = " as kind, g.id as group_id, g.name as group_name,"
            + " p.id as id, p.name as name, p.full_name as full_name, m.since as since";
    private static final String MINE = " mine.account_id = :account and mine.group_yes"
            + " and mine.account_yes and mine.role <> 'MEMBER'";
    private static final String NO_GROUP = "select 'BUDDY' as kind, null as group_id,"
            + " null as group_name, p.id as id, p.name as name, p.full_name as full_name,"
            + " b.since as since from buddy b ";

    /** Invitations but those by whom one blocked, requests that one may answer, buddies who ask. */
    private static final String WAITING = "select 'INVITATION'" + COLUMNS
            + " from membership m join work_group g on g.id = m.group_id"
            + " left join account p on p.id = m.invited_by where m.account_id = :account"
            + " and m.group_yes and not m.account_yes and not exists (select 1 from buddy b"
            + " where b.account_id = :account and b.other_id = m.invited_by and b.word = 'BLOCK')"
            + " union all select 'REQUEST'" + COLUMNS
            + " from membership mine join membership m on m.group_id = mine.group_id"
            + " and m.group_yes = false join work_group g on g.id = m.group_id"
            + " join account p on p.id = m.account_id and not p.disabled where" + MINE
            + " union all " + NO_GROUP + "join account p on p.id = b.account_id"
            + " and not p.disabled where b.other_id = :account and b.word = 'YES'"
            + " and not exists (select 1 from buddy o where o.account_id = :account"
            + " and o.other_id = b.account_id)";

    private static final String ASKED = "select 'REQUEST'" + COLUMNS
            + " from membership m join work_group g on g.id = m.group_id"
            + " left join account p on 1 = 0 where m.account_id = :account"
            + " and m.account_yes and not m.group_yes"
            + " union all select 'INVITATION'" + COLUMNS
            + " from membership m join membership mine on mine.group_id = m.group_id"
            + " join work_group g on g.id = m.group_id join account p on p.id = m.account_id"
            + " where m.invited_by = :account and m.group_yes and not m.account_yes and" + MINE
            + " union all " + NO_GROUP + "join account p on p.id = b.other_id"
            + " where b.account_id = :account and b.word = 'YES' and not exists"
            + " (select 1 from buddy o where o.account_id = b.other_id"
            + " and o.other_id = :account and o.word = 'YES')";

    private final Database database;

    public Inbox(Database database) {
        this.database = database;
    }

    /** How much waits for the account's answer. */
    public int count(String accountId) {
        return database.read(tx -> tx
                .createQuery("select count(*) from (" + WAITING + ") waiting")
                .bind("account", accountId).mapTo(Integer.class).one());
    }

    /** What waits for the account's answer, the oldest first. */
    public ResultPage<PendingRequest> waiting(String accountId, int offset, int limit) {
        return list(WAITING, accountId, offset, limit);
    }

    /** What the account asked of others, who have not answered, the oldest first. */
    public ResultPage<PendingRequest> asked(String accountId, int offset, int limit) {
        return list(ASKED, accountId, offset, limit);
    }

    private ResultPage<PendingRequest> list(String sql, String accountId, int offset, int limit) {
        return ResultPage.of(database.read(tx -> tx.createQuery("select * from (" + sql
                + ") pending order by since, kind, name, group_id limit :limit offset :offset")
                .bind("account", accountId).bind("offset", offset).bind("limit", limit + 1)
                .map(Inbox::pending).list()), limit);
    }

    private static PendingRequest pending(RowView row) {
        Optional<GroupName> group = Optional.ofNullable(row.getColumn("group_id", String.class))
                .map(id -> new GroupName(id, row.getColumn("group_name", String.class)));
        Optional<Person> person = Optional.ofNullable(row.getColumn("id", String.class))
                .map(_ -> row.getRow(Person.class));
        return new PendingRequest(row.getColumn("kind", Kind.class), group, person,
                row.getColumn("since", Instant.class));
    }
}

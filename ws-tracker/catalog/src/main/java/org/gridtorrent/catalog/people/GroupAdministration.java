package org.gridtorrent.catalog.people;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.account.Administrators;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.LikePatterns;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.result.RowView;

/** What administrators do to groups. Each method asks within its transaction whether the actor is one still. */
public final class GroupAdministration {
    private static final String INSIDE = "select count(*) from membership m"
            + " join account a on a.id = m.account_id where m.group_id = g.id and m.group_yes"
            + " and m.account_yes";
    private static final String GROUPS = "select g.id, g.name, g.listed_key is not null as is_open,"
            + " (" + INSIDE + ") as members, (" + INSIDE
            + " and m.role = 'OWNER' and not a.disabled) as owners from work_group g";

    private final Database database;

    public GroupAdministration(Database database) {
        this.database = database;
    }

    /** All groups with these words in their name, by name, closed ones too. */
    public ResultPage<GroupSummary> groups(String words, int offset, int limit) {
        List<String> patterns = LikePatterns.of(words);
        return ResultPage.of(database.read(tx -> {
            var query = tx.createQuery(GROUPS + " where true"
                    + LikePatterns.condition(patterns, "g.name_key")
                    + " order by g.name_key, g.id limit :limit offset :offset")
                    .bind("offset", offset)
                    .bind("limit", limit + 1);
            for (int i = 0; i < patterns.size(); i++) {
                query.bind("p" + i, patterns.get(i));
            }
            return query.map(GroupAdministration::group).list();
        }), limit);
    }

    public Optional<GroupSummary> group(String groupId) {
        return database.read(tx -> group(tx, groupId));
    }

    private static Optional<GroupSummary> group(Transaction tx, String groupId) {
        return tx.createQuery(GROUPS + " where g.id = :id").bind("id", groupId)
                .map(GroupAdministration::group).findOne();
    }

    private static GroupSummary group(RowView row) {
        return new GroupSummary(row.getColumn("id", String.class),
                row.getColumn("name", String.class), row.getColumn("is_open", Boolean.class),
                row.getColumn("members", Integer.class), row.getColumn("owners", Integer.class));
    }

    /**
     * Makes somebody inside the owner of a group whose owners are all disabled. False when the actor may
     * not, or there is no such group; CONFLICT when it has an owner; INVALID for whoever is not inside or is disabled.
     */
    public boolean handOver(String actorId, String groupId, String accountId) {
        return database.change(tx -> {
            Administrators.lock(tx);
            RowLocks.group(tx, groupId);
            Optional<GroupSummary> group = group(tx, groupId);
            if (!Administrators.isOne(tx, actorId) || group.isEmpty()) {
                return false;
            }
            if (group.get().owners() > 0) {
                throw CatalogException.conflict(Refused.GROUP_HAS_OWNER);
            }
            int made = tx.createUpdate("update membership set role = 'OWNER'"
                    + " where group_id = :group and account_id = :account and group_yes"
                    + " and account_yes and exists (select 1 from account where id = :account"
                    + " and not disabled)").bind("group", groupId).bind("account", accountId)
                    .execute();
            if (made == 0) {
                throw CatalogException.invalid(Refused.OWNER_NO_MEMBER);
            }
            Audit.noteGroup(tx, AuditKind.GROUP_HANDED_OVER, actorId, groupId,
                    Accounts.find(tx, accountId).map(Account::name).orElse(accountId));
            return true;
        });
    }

    /** As its owner would. False when the actor may not, or there is no such group. */
    public boolean deleteGroup(String actorId, String groupId) {
        return database.change(tx -> {
            Administrators.lock(tx);
            RowLocks.group(tx, groupId);
            return Administrators.isOne(tx, actorId) && group(tx, groupId).isPresent()
                    && Groups.end(tx, actorId, groupId);
        });
    }
}

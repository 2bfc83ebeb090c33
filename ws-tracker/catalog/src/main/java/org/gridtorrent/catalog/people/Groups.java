package org.gridtorrent.catalog.people;

import java.text.Normalizer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.LikePatterns;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.notify.AccessNotices;
import org.gridtorrent.catalog.notify.KnownGroups;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.catalog.task.CopyLedger;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/** Groups as such: made, found, edited, deleted. Who is in them is {@link Memberships}'. */
public final class Groups {
    /** Without commas, which stand between names, and what has a meaning in addresses. */
    private static final Pattern NAME = Pattern
            .compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N} ._&'\u2019()+:!@#-]{1,59}");
    private static final int DESCRIPTION_LONGEST = 2000;
    private static final String SELECT = "select g.id, g.name, g.description,"
            + " g.listed_key is not null as is_open, g.created, m.group_yes, m.account_yes, m.role,"
            + " (select count(*) from membership c where c.group_id = g.id and c.group_yes"
            + " and c.account_yes) as members from work_group g left join membership m"
            + " on m.group_id = g.id and m.account_id = :viewer ";
    private static final String INSIDE = "m.group_yes and m.account_yes";

    private final Database database;

    public Groups(Database database) {
        this.database = database;
    }

    /**
     * A new group, whose owner is its first member. CONFLICT when an open group has the name, or one
     * that the owner is in.
     */
    public Group create(String ownerId, String name, String description, boolean open) {
        String wanted = name(name);
        String about = description(description);
        String id = database.nextId();
        return named(wanted, () -> database.change(tx -> {
            RowLocks.account(tx, ownerId); // of a form that is sent twice, the second finds the first
            requireFree(tx, ownerId, id, wanted);
            tx.createUpdate("insert into work_group"
                    + " (id, name, name_key, listed_key, description, created)"
                    + " values (:id, :name, :key, :listed, :description, :now)")
                    .bind("id", id).bind("name", wanted).bind("key", Group.key(wanted))
                    .bind("listed", listed(wanted, open)).bind("description", about)
                    .bind("now", database.now()).execute();
            tx.createUpdate("insert into membership"
                    + " (group_id, account_id, group_yes, account_yes, role, since)"
                    + " values (:group, :account, true, true, 'OWNER', :now)").bind("group", id)
                    .bind("account", ownerId).bind("now", database.now()).execute();
            Audit.note(tx, AuditKind.GROUP_CREATED, ownerId, wanted);
            return find(tx, ownerId, id).orElseThrow();
        }));
    }

    /** Empty when the group is not the account's to describe. CONFLICT as for a new one. */
    public Optional<Group> describe(String ownerId, String groupId, String name,
            String description, boolean open) {
        String wanted = name(name);
        String about = description(description);
        return named(wanted, () -> database.change(tx -> {
            if (!may(tx, ownerId, groupId, GroupPermission.EDIT)) {
                return Optional.empty();
            }
            requireFree(tx, ownerId, groupId, wanted);
            tx.createUpdate("update work_group set name = :name, name_key = :key,"
                    + " listed_key = :listed, description = :description where id = :id")
                    .bind("id", groupId).bind("name", wanted).bind("key", Group.key(wanted))
                    .bind("listed", listed(wanted, open)).bind("description", about).execute();
            KnownGroups.endSubscriptions(tx, groupId);
            Audit.note(tx, AuditKind.GROUP_CHANGED, ownerId, wanted);
            return find(tx, ownerId, groupId);
        }));
    }

    /**
     * Ends the group: what was shared with it is not any more, and rules that have copies kept there
     * and nowhere else end with it. False when it is not the account's to delete.
     */
    public boolean delete(String ownerId, String groupId) {
        return database.change(tx -> {
            if (!may(tx, ownerId, groupId, GroupPermission.DELETE)) {
                return false;
            }
            return end(tx, ownerId, groupId);
        });
    }

    /** Deletes a group that is locked. */
    static boolean end(Transaction tx, String actorId, String groupId) {
        Audit.noteGroup(tx, AuditKind.GROUP_DELETED, actorId, groupId, "");
        ContentChange.group(tx, groupId);
        CopyLedger.forgetGroup(tx, groupId, tx.now());
        List<AccessNotices> notices = AccessNotices.beforeGroupChange(tx, groupId);
        boolean ended = tx.createUpdate("delete from work_group where id = :id")
                .bind("id", groupId).execute() == 1;
        notices.forEach(each -> each.tell(tx));
        return ended;
    }

    /** Empty when the group is one that the viewer may not know of. */
    public Optional<Group> find(String viewerId, String groupId) {
        return database.read(tx -> find(tx, viewerId, groupId));
    }

    /**
     * By name, in any case of letters: of several the one that the viewer is in, else the open
     * one. CONFLICT when the viewer is in several.
     */
    public Optional<Group> findByName(String viewerId, String name) {
        List<Group> all = database.read(tx -> tx
                .createQuery(SELECT + "where g.name_key = :key and " + KnownGroups.CONDITION
                        + " order by g.listed_key, g.created")
                .bind("viewer", viewerId).bind("key", Group.key(name)).map(Groups::group).list());
        List<Group> mine = all.stream().filter(group -> group.standing().isInside()).toList();
        if (mine.size() > 1) {
            throw CatalogException.conflict(Refused.GROUP_AMBIGUOUS, name.strip());
        }
        return mine.stream().findFirst().or(() -> all.stream().findFirst());
    }

    /** The groups that the account is in, by name. */
    public List<Group> of(String accountId) {
        return database.read(tx -> tx
                .createQuery(SELECT + "where " + INSIDE + " order by g.name_key, g.id")
                .bind("viewer", accountId).map(Groups::group).list());
    }

    /** A part of them. */
    public ResultPage<Group> of(String accountId, int offset, int limit) {
        return part(accountId, INSIDE, "g.name_key, g.id", offset, limit);
    }

    /** Those that the account is in, then the others that it may know of, each kind by name. */
    public ResultPage<Group> known(String accountId, int offset, int limit) {
        return part(accountId, KnownGroups.CONDITION,
                "case when " + INSIDE + " then 0 else 1 end, g.name_key,"
                        + " g.id",
                offset, limit);
    }

    private ResultPage<Group> part(String accountId, String where, String order, int offset,
            int limit) {
        return ResultPage.of(database.read(tx -> tx
                .createQuery(SELECT + "where " + where + " order by " + order
                        + " limit :limit offset :offset")
                .bind("viewer", accountId).bind("offset", offset).bind("limit", limit + 1)
                .map(Groups::group).list()), limit);
    }

    /** Those that the viewer may know of and is not in, with these words in name or description. */
    public ResultPage<Group> others(String viewerId, String words, int offset, int limit) {
        List<String> patterns = LikePatterns.of(words);
        var where = new StringBuilder(
                "where " + KnownGroups.CONDITION + " and (m.account_id is null or not ("
                        + INSIDE + "))");
        for (int i = 0; i < patterns.size(); i++) {
            where.append(" and (g.name_key like :p" + i + " escape '!'"
                    + " or lower(g.description) like :p" + i + " escape '!')");
        }
        return ResultPage.of(database.read(tx -> {
            var query = tx.createQuery(
                    SELECT + where + " order by g.name_key, g.id limit :limit offset :offset")
                    .bind("viewer", viewerId).bind("offset", offset).bind("limit", limit + 1);
            for (int i = 0; i < patterns.size(); i++) {
                query.bind("p" + i, patterns.get(i));
            }
            return query.map(Groups::group).list();
        }), limit);
    }

    /** A published content that is shared with a group. */
    public record Shared(String id, String title) {}

    /** What is shared with the group, by title; nothing for whoever is not in it. */
    public ResultPage<Shared> contents(String viewerId, String groupId, int limit) {
        return ResultPage.of(database.read(tx -> tx.createQuery("select c.id, c.title,"
                + " c.access_level as access, c.state," + Contents.RELATION
                + " from content_group s join content c on c.id = s.content_id"
                + " join membership m on m.group_id = s.group_id and " + INSIDE
                + " join account a on a.id = m.account_id where s.group_id = :group"
                + " and a.id = :viewer and c.state = 'PUBLISHED' and c.access_level = 'GROUP'"
                + " order by c.title, c.id limit :limit").bind("group", groupId)
                .bind("viewer", viewerId).bind("limit", limit + 1).map(Groups::shared).list()
                .stream().flatMap(Optional::stream).toList()), limit);
    }

    private static Optional<Shared> shared(RowView row) {
        return AccessPolicy.mayRead(row.getColumn("access", Access.class),
                row.getColumn("state", State.class), row.getRow(Relation.class))
                        ? Optional.of(new Shared(row.getColumn("id", String.class),
                                row.getColumn("title", String.class)))
                        : Optional.empty();
    }

    public static Optional<Group> find(Transaction tx, String viewerId, String groupId) {
        return tx.createQuery(SELECT + "where g.id = :id and " + KnownGroups.CONDITION)
                .bind("viewer", viewerId).bind("id", groupId).map(Groups::group).findOne();
    }

    /** Locks the group, so that what two say of it comes one after the other. */
    public static boolean may(Transaction tx, String accountId, String groupId,
            GroupPermission act) {
        RowLocks.group(tx, groupId);
        return find(tx, accountId, groupId).filter(group -> group.standing().may(act))
                .isPresent();
    }

    /** How a row of a membership, or none, has the account stand. */
    static MembershipStatus standing(RowView row) {
        String role = row.getColumn("role", String.class);
        if (role == null) {
            return MembershipStatus.NONE;
        }
        boolean groupYes = row.getColumn("group_yes", Boolean.class);
        boolean accountYes = row.getColumn("account_yes", Boolean.class);
        return !groupYes
                ? MembershipStatus.REQUESTED
                : accountYes ? MembershipStatus.valueOf(role) : MembershipStatus.INVITED;
    }

    private static Group group(RowView row) {
        return new Group(row.getColumn("id", String.class), row.getColumn("name", String.class),
                row.getColumn("description", String.class),
                row.getColumn("is_open", Boolean.class), row.getColumn("members", Integer.class),
                row.getColumn("created", Instant.class), standing(row));
    }

    private static String name(String name) {
        String wanted = Normalizer.normalize(name.strip(), Normalizer.Form.NFC);
        if (!NAME.matcher(wanted).matches()) {
            throw CatalogException.invalid(Refused.GROUP_NAME);
        }
        return wanted;
    }

    private static String description(String description) {
        return TextRules.optional(Field.DESCRIPTION, description, DESCRIPTION_LONGEST);
    }

    private static @Nullable String listed(String name, boolean open) {
        return open ? Group.key(name) : null;
    }

    private static void requireFree(Transaction tx, String accountId, String groupId,
            String name) {
        boolean taken = tx.createQuery("select count(*) from work_group g join membership m"
                + " on m.group_id = g.id where g.name_key = :key and g.id <> :group"
                + " and m.account_id = :account and " + INSIDE).bind("key", Group.key(name))
                .bind("group", groupId).bind("account", accountId).mapTo(Integer.class).one() > 0;
        if (taken) {
            throw taken(name);
        }
    }

    private interface Work<T> {
        T run();
    }

    private static <T> T named(String name, Work<T> work) {
        try {
            return work.run();
        } catch (UnableToExecuteStatementException e) {
            throw Database.whenTaken(e, taken(name));
        }
    }

    private static CatalogException taken(String name) {
        return CatalogException.conflict(Refused.GROUP_NAME_TAKEN, name);
    }
}

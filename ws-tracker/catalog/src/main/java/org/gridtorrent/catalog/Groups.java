package org.gridtorrent.catalog;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.Group.Member;
import org.gridtorrent.catalog.Group.Standing;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/**
 * Groups and who is in them. Membership needs both sides' yes, whoever asked; the group's side is
 * its owner. Leaving and removing are one-sided.
 */
public final class Groups {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{1,59}");
    private static final int DESCRIPTION_LONGEST = 2000;
    private static final String SELECT = "select g.id, g.name, g.description, g.owner_id,"
            + " o.name as owner_name, g.created, (select count(*) from membership m"
            + " where m.group_id = g.id and m.group_yes and m.account_yes) as member_count"
            + " from work_group g join account o on o.id = g.owner_id ";
    private static final String SELECT_MEMBERS = "select m.group_id, g.name as group_name,"
            + " m.account_id, a.name as account_name, a.full_name, m.group_yes, m.account_yes,"
            + " m.account_id = g.owner_id as is_owner, m.since from membership m"
            + " join work_group g on g.id = m.group_id join account a on a.id = m.account_id ";
    private static final String ACTIVE = "m.group_yes and m.account_yes ";

    private final Database database;

    Groups(Database database) {
        this.database = database;
    }

    /** A new group, whose owner is its first member. CONFLICT when the name is taken. */
    public Group create(String ownerId, String name, String description) {
        String wanted = name.strip();
        if (!NAME.matcher(wanted).matches()) {
            throw CatalogException.invalid("A group's name has 2 to 60 letters, digits, blanks,"
                    + " dots, dashes or underscores and begins with a letter or digit.");
        }
        String about = Texts.optional("The description", description, DESCRIPTION_LONGEST);
        String id = database.nextId();
        try {
            return database.change(handle -> {
                handle.createUpdate("insert into work_group"
                        + " (id, name, name_key, description, owner_id, created)"
                        + " values (:id, :name, :key, :description, :owner, :now)")
                        .bind("id", id).bind("name", wanted).bind("key", Group.key(wanted))
                        .bind("description", about)
                        .bind("owner", ownerId).bind("now", database.now()).execute();
                say(handle, id, ownerId, true, true);
                return find(handle, id).orElseThrow();
            });
        } catch (UnableToExecuteStatementException e) {
            throw Database.whenTaken(e, "A group named \"" + wanted + "\" exists already.");
        }
    }

    public Optional<Group> find(String groupId) {
        return database.read(handle -> find(handle, groupId));
    }

    /** By name, in any case of letters. */
    public Optional<Group> findByName(String name) {
        return database.read(handle -> handle
                .createQuery(SELECT + "where g.name_key = :key").bind("key", Group.key(name))
                .mapTo(Group.class).findOne());
    }

    /** Every group of the site: groups are visible to all, their contents are not. */
    public List<Group> list() {
        return database.read(handle -> handle.createQuery(SELECT + "order by g.name")
                .mapTo(Group.class).list());
    }

    /** The groups that the account is an active member of. */
    public List<Group> of(String accountId) {
        return database.read(handle -> handle.createQuery(SELECT + "where exists"
                + " (select 1 from membership m where m.group_id = g.id"
                + " and m.account_id = :account and " + ACTIVE + ") order by g.name")
                .bind("account", accountId).mapTo(Group.class).list());
    }

    /** Active members, and those invited or asking, by name. */
    public List<Member> members(String groupId) {
        return database.read(handle -> members(handle
                .createQuery(SELECT_MEMBERS + "where m.group_id = :group order by a.name")
                .bind("group", groupId)));
    }

    /** How the account stands to the group; empty when it has nothing to do with it. */
    public Optional<Standing> standing(String accountId, String groupId) {
        return database.read(handle -> standing(handle, groupId, accountId));
    }

    /** What waits for this account's yes: its invitations, and requests to groups it owns. */
    public List<Member> pendingFor(String accountId) {
        return database.read(handle -> members(handle.createQuery(SELECT_MEMBERS
                + "where (m.account_id = :account and not m.account_yes)"
                + " or (g.owner_id = :account and not m.group_yes) order by m.since")
                .bind("account", accountId)));
    }

    /** The owner says yes to an account. Empty when the group is unknown or not the actor's. */
    public Optional<Standing> invite(String ownerId, String groupId, String accountId) {
        return database.change(handle -> {
            if (!owns(handle, ownerId, groupId) || Accounts.find(handle, accountId).isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(say(handle, groupId, accountId, true, false));
        });
    }

    /** An account says yes to a group. Empty when the group is unknown. */
    public Optional<Standing> request(String accountId, String groupId) {
        return database.change(handle -> {
            if (lockedOwner(handle, groupId).isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(say(handle, groupId, accountId, false, true));
        });
    }

    /**
     * The other side's yes: an account accepts its invitation, or the owner an account's request.
     * False when there is nothing of the kind to accept.
     */
    public boolean accept(String actorId, String groupId, String accountId) {
        return database.change(handle -> {
            boolean owner = owns(handle, actorId, groupId);
            Optional<Standing> now = standing(handle, groupId, accountId);
            boolean invited = now.equals(Optional.of(Standing.INVITED))
                    && actorId.equals(accountId);
            boolean asked = now.equals(Optional.of(Standing.REQUESTED)) && owner;
            if (invited || asked) {
                say(handle, groupId, accountId, true, true);
            }
            return invited || asked;
        });
    }

    /** Ends one's membership, request or invitation. CONFLICT for the owner, who hands over first. */
    public boolean leave(String accountId, String groupId) {
        return database.change(handle -> {
            if (owns(handle, accountId, groupId)) {
                throw CatalogException.conflict(
                        "The group's owner cannot leave it; hand it over to a member first.");
            }
            return end(handle, groupId, accountId);
        });
    }

    /** The owner ends another's membership, invitation or request. */
    public boolean remove(String ownerId, String groupId, String accountId) {
        return database.change(handle -> {
            if (!owns(handle, ownerId, groupId)) {
                return false;
            }
            if (ownerId.equals(accountId)) {
                throw CatalogException.conflict(
                        "The group's owner cannot be removed; hand it over to a member first.");
            }
            return end(handle, groupId, accountId);
        });
    }

    /** Makes an active member the owner; the old owner stays a member. */
    public boolean handOver(String ownerId, String groupId, String memberId) {
        return database.change(handle -> owns(handle, ownerId, groupId)
                && standing(handle, groupId, memberId).equals(Optional.of(Standing.ACTIVE))
                && handle.createUpdate("update work_group set owner_id = :owner where id = :id")
                        .bind("owner", memberId).bind("id", groupId).execute() == 1);
    }

    private static Optional<Group> find(Handle handle, String groupId) {
        return handle.createQuery(SELECT + "where g.id = :id").bind("id", groupId)
                .mapTo(Group.class).findOne();
    }

    /** The group's row stays locked, so that two sides' answers come one after the other. */
    private static Optional<String> lockedOwner(Handle handle, String groupId) {
        return handle.createQuery("select owner_id from work_group where id = :id for update")
                .bind("id", groupId).mapTo(String.class).findOne();
    }

    private static boolean owns(Handle handle, String accountId, String groupId) {
        return lockedOwner(handle, groupId).equals(Optional.of(accountId));
    }

    private static Optional<Standing> standing(Handle handle, String groupId, String accountId) {
        return handle.createQuery("select group_yes, account_yes from membership"
                + " where group_id = :group and account_id = :account")
                .bind("group", groupId).bind("account", accountId)
                .map((row, _) -> Standing.of(row.getBoolean(1), row.getBoolean(2))).findOne();
    }

    /** Adds one side's yes (or both); a yes said before stays said. */
    private Standing say(Handle handle, String groupId, String accountId, boolean groupYes,
            boolean accountYes) {
        Optional<Standing> before = standing(handle, groupId, accountId);
        if (before.equals(Optional.of(Standing.ACTIVE))) {
            return Standing.ACTIVE;
        }
        String sql = before.isEmpty()
                ? "insert into membership (group_id, account_id, group_yes, account_yes, since)"
                        + " values (:group, :account, :groupYes, :accountYes, :now)"
                : "update membership set group_yes = group_yes or :groupYes,"
                        + " account_yes = account_yes or :accountYes, since = :now"
                        + " where group_id = :group and account_id = :account";
        handle.createUpdate(sql).bind("group", groupId).bind("account", accountId)
                .bind("groupYes", groupYes).bind("accountYes", accountYes)
                .bind("now", database.now()).execute();
        Standing now = standing(handle, groupId, accountId).orElseThrow();
        if (now == Standing.ACTIVE) {
            Revisions.groupChanged(handle, groupId);
        }
        return now;
    }

    private static boolean end(Handle handle, String groupId, String accountId) {
        int ended = handle.createUpdate("delete from membership"
                + " where group_id = :group and account_id = :account")
                .bind("group", groupId).bind("account", accountId).execute();
        if (ended > 0) {
            Revisions.groupChanged(handle, groupId);
        }
        return ended > 0;
    }

    private static List<Member> members(Query query) {
        return query.map((row, context) -> new Member(row.getString("group_id"),
                row.getString("group_name"), row.getString("account_id"),
                row.getString("account_name"), row.getString("full_name"),
                Standing.of(row.getBoolean("group_yes"), row.getBoolean("account_yes")),
                row.getBoolean("is_owner"),
                context.findColumnMapperFor(Instant.class).orElseThrow()
                        .map(row, "since", context)))
                .list();
    }
}

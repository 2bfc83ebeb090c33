package org.gridtorrent.catalog.people;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.notify.AccessNotices;
import org.gridtorrent.catalog.notify.KnownGroups;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.notify.Notices;
import org.gridtorrent.catalog.notify.Notices.Told;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.result.RowView;

/**
 * Who is in which group. It needs both sides' yes, whoever asked; the group's side is its owners and
 * admins. Leaving and removing are one-sided and hold at once: whatever changes who is inside moves
 * the epoch of all that is shared with the group, in the same transaction.
 */
public final class Memberships {
    private static final String SELECT = "select a.id, a.name, a.full_name, m.group_yes,"
            + " m.account_yes, m.role, m.since from membership m"
            + " join account a on a.id = m.account_id where m.group_id = :group ";

    private final Database database;

    public Memberships(Database database) {
        this.database = database;
    }

    /** NONE for a group that the account may not know of. */
    public MembershipStatus standing(String accountId, String groupId) {
        return database.read(tx -> standing(tx, accountId, groupId));
    }

    /** Those inside, owners and admins first; nobody for whoever may not see them. */
    public ResultPage<Member> of(String viewerId, String groupId, int offset, int limit) {
        return ResultPage.of(seen(viewerId, groupId, GroupPermission.SEE_MEMBERS, SELECT
                + "and m.group_yes and m.account_yes order by case m.role when 'OWNER' then 0"
                + " when 'ADMIN' then 1 else 2 end, a.name limit :limit offset :offset", offset,
                limit), limit);
    }

    /** Those invited, or asking, who have no answer yet; nobody for whoever may give none. */
    public ResultPage<Member> pending(String viewerId, String groupId, MembershipStatus which,
            int limit) {
        String waits = which == MembershipStatus.INVITED
                ? "and m.group_yes and not m.account_yes"
                : "and m.group_yes = false";
        return ResultPage.of(seen(viewerId, groupId, GroupPermission.ANSWER,
                SELECT + waits + " order by m.since, a.name limit :limit offset :offset", 0, limit),
                limit);
    }

    /** Whoever is not disabled and has these words in the name, with how they stand to the group. */
    public ResultPage<Member> candidates(String viewerId, String groupId, String words, int limit) {
        return ResultPage.of(database.read(tx -> {
            if (!standing(tx, viewerId, groupId).may(GroupPermission.INVITE)) {
                return List.<Member>of();
            }
            return People.query(tx, "select a.id, a.name, a.full_name, m.group_yes,"
                    + " m.account_yes, m.role, coalesce(m.since, a.created) as since from account a"
                    + " left join membership m on m.account_id = a.id and m.group_id = :group"
                    + " where not a.disabled", words, limit + 1)
                    .map(query -> query.bind("group", groupId)
                            .map(Memberships::member).list())
                    .orElse(List.of());
        }), limit);
    }

    /** The group's side says yes to an account. Empty when the actor may not, or it is unknown. */
    public Optional<MembershipStatus> invite(String actorId, String groupId, String accountId) {
        return database.change(tx -> {
            boolean known = Accounts.find(tx, accountId).filter(account -> !account.disabled())
                    .isPresent();
            if (!Groups.may(tx, actorId, groupId, GroupPermission.INVITE) || !known) {
                return Optional.empty();
            }
            return Optional.of(sayYes(tx, groupId, accountId, Optional.of(actorId)));
        });
    }

    /** An account says yes to a group. Empty when it may not know of the group. */
    public Optional<MembershipStatus> request(String accountId, String groupId) {
        return database.change(tx -> {
            RowLocks.group(tx, groupId);
            return Groups.find(tx, accountId, groupId)
                    .map(_ -> sayYes(tx, groupId, accountId, Optional.empty()));
        });
    }

    /**
     * The other side's yes: an account accepts its invitation, or the group's side an account's
     * request. False when there is nothing of the kind to accept.
     */
    public boolean accept(String actorId, String groupId, String accountId) {
        return database.change(tx -> {
            boolean answers = Groups.may(tx, actorId, groupId, GroupPermission.ANSWER);
            boolean oneself = actorId.equals(accountId);
            MembershipStatus now = standing(tx, accountId, groupId);
            if (now.isInside()) {
                return oneself || answers; // said before, perhaps by the same form
            }
            if (now == MembershipStatus.INVITED && oneself) {
                sayYes(tx, groupId, accountId, Optional.empty());
                return true;
            }
            if (now == MembershipStatus.REQUESTED && answers) {
                sayYes(tx, groupId, accountId, Optional.of(actorId));
                return true;
            }
            return false;
        });
    }

    /**
     * Either side ends an invitation or a request that waits for its answer: declines or withdraws
     * it. False when nothing waits, or the actor is on neither side.
     */
    public boolean callOff(String actorId, String groupId, String accountId) {
        return database.change(tx -> {
            boolean answers = Groups.may(tx, actorId, groupId, GroupPermission.ANSWER);
            return (answers || actorId.equals(accountId))
                    && standing(tx, accountId, groupId).isPending()
                    && end(tx, AuditKind.CALLED_OFF, actorId, groupId, accountId);
        });
    }

    /** Whether the account is the group's only owner who is not disabled, and so cannot leave it. */
    public boolean isLastOwner(String accountId, String groupId) {
        return database.read(tx -> standing(tx, accountId, groupId) == MembershipStatus.OWNER
                && !hasAnotherOwner(tx, groupId, accountId));
    }

    /** Ends one's own membership; false without one. CONFLICT for the last owner. */
    public boolean leave(String accountId, String groupId) {
        return database.change(tx -> {
            RowLocks.group(tx, groupId);
            MembershipStatus now = standing(tx, accountId, groupId);
            if (!now.isInside()) {
                return false;
            }
            if (now == MembershipStatus.OWNER) {
                requireAnotherOwner(tx, groupId, accountId);
            }
            return endInside(tx, AuditKind.LEFT, accountId, groupId, accountId);
        });
    }

    /** Ends another's membership; false when there is none, or the actor may not. */
    public boolean remove(String actorId, String groupId, String accountId) {
        return database.change(tx -> {
            RowLocks.group(tx, groupId);
            MembershipStatus now = standing(tx, accountId, groupId);
            return !actorId.equals(accountId) && now.isInside()
                    && standing(tx, actorId, groupId).may(GroupPermission.removing(now))
                    && endInside(tx, AuditKind.REMOVED, actorId, groupId, accountId);
        });
    }

    /**
     * Makes somebody inside an owner, admin or member. False when they are not, or the actor may
     * not. CONFLICT for the last owner.
     */
    public boolean changeRole(String actorId, String groupId, String accountId,
            MembershipStatus role) {
        if (!role.isInside()) {
            throw CatalogException.invalid(Refused.ROLE_UNKNOWN);
        }
        return database.change(tx -> {
            MembershipStatus now = Groups.may(tx, actorId, groupId, GroupPermission.CHANGE_ROLE)
                    ? standing(tx, accountId, groupId)
                    : MembershipStatus.NONE;
            if (!now.isInside()) {
                return false;
            }
            if (now == MembershipStatus.OWNER && role != MembershipStatus.OWNER) {
                requireAnotherOwner(tx, groupId, accountId);
            }
            note(tx, AuditKind.GROUP_ROLE_CHANGED, actorId, groupId, accountId, role.name());
            return tx.createUpdate("update membership set role = :role"
                    + " where group_id = :group and account_id = :account").bind("role", role)
                    .bind("group", groupId).bind("account", accountId).execute() == 1;
        });
    }

    private List<Member> seen(String viewerId, String groupId, GroupPermission act, String sql,
            int offset,
            int limit) {
        return database.read(tx -> standing(tx, viewerId, groupId).may(act)
                ? tx.createQuery(sql).bind("group", groupId).bind("offset", offset)
                        .bind("limit", limit + 1).map(Memberships::member).list()
                : List.<Member>of());
    }

    private static Member member(RowView row) {
        return new Member(row.getRow(Person.class), Groups.standing(row),
                row.getColumn("since", Instant.class));
    }

    private static MembershipStatus standing(Transaction tx, String accountId, String groupId) {
        return Groups.find(tx, accountId, groupId).map(Group::standing)
                .orElse(MembershipStatus.NONE);
    }

    /** One side's yes, the group's when somebody says it; a yes said before stays said. */
    private MembershipStatus sayYes(Transaction tx, String groupId, String accountId,
            Optional<String> inviter) {
        return sayYes(tx, groupId, accountId, inviter.isPresent(), inviter.isEmpty(),
                inviter);
    }

    /** Both sides' yes: the group's was said when it invited by mail. The group is locked. */
    public void join(Transaction tx, String groupId, String accountId, Optional<String> inviter) {
        sayYes(tx, groupId, accountId, true, true, inviter);
    }

    private MembershipStatus sayYes(Transaction tx, String groupId, String accountId,
            boolean groupYes,
            boolean accountYes, Optional<String> inviter) {
        MembershipStatus before = standing(tx, accountId, groupId);
        if (before.isInside()) {
            return before;
        }
        String sql = before == MembershipStatus.NONE
                ? "insert into membership (group_id, account_id, group_yes, account_yes, since,"
                        + " invited_by) values (:group, :account, :groupYes, :accountYes, :now,"
                        + " :inviter)"
                : "update membership set group_yes = group_yes or :groupYes,"
                        + " account_yes = account_yes or :accountYes, since = :now,"
                        + " invited_by = coalesce(invited_by, :inviter)"
                        + " where group_id = :group and account_id = :account";
        tx.createUpdate(sql).bind("group", groupId).bind("account", accountId)
                .bind("groupYes", groupYes).bind("accountYes", accountYes)
                .bind("inviter", inviter.orElse(null))
                .bind("now", database.now()).execute();
        MembershipStatus now = standing(tx, accountId, groupId);
        note(tx, now.isInside()
                ? AuditKind.JOINED
                : groupYes ? AuditKind.INVITED : AuditKind.ASKED_TO_JOIN,
                accountYes ? accountId : inviter.orElse(accountId), groupId, accountId, "");
        if (now.isInside()) {
            ContentChange.group(tx, groupId);
        }
        tell(tx, groupId, accountId, before, now);
        return now;
    }

    /** Whoever is invited; who may answer a request; and the side that waited, of the answer. */
    private void tell(Transaction tx, String groupId, String accountId, MembershipStatus before,
            MembershipStatus now) {
        String name = Accounts.find(tx, accountId).map(Account::fullName).orElse("");
        if (now == MembershipStatus.INVITED && before == MembershipStatus.NONE) {
            Notices.add(tx,
                    Told.ofGroup(accountId, Notice.Kind.INVITED, groupId, ""));
        } else if (now == MembershipStatus.REQUESTED && before == MembershipStatus.NONE) {
            answering(tx, groupId).forEach(account -> Notices.add(tx,
                    Told.ofGroup(account, Notice.Kind.ASKED, groupId, name)));
        } else if (now.isInside() && before == MembershipStatus.REQUESTED) {
            Notices.add(tx,
                    Told.ofGroup(accountId, Notice.Kind.ACCEPTED, groupId, ""));
        } else if (now.isInside()) {
            inviter(tx, groupId, accountId).ifPresent(account -> Notices.add(tx,
                    Told.ofGroup(account, Notice.Kind.ACCEPTED, groupId, name)));
        }
    }

    private static List<String> answering(Transaction tx, String groupId) {
        return tx.createQuery("select account_id from membership where group_id = :group"
                + " and group_yes and account_yes and role <> 'MEMBER' order by account_id")
                .bind("group", groupId).mapTo(String.class).list();
    }

    private static Optional<String> inviter(Transaction tx, String groupId, String accountId) {
        return tx.createQuery("select invited_by from membership where group_id = :group"
                + " and account_id = :account and invited_by is not null").bind("group", groupId)
                .bind("account", accountId).mapTo(String.class).findOne();
    }

    /** One whose account is disabled could not look after the group. */
    private static void requireAnotherOwner(Transaction tx, String groupId, String accountId) {
        if (!hasAnotherOwner(tx, groupId, accountId)) {
            throw CatalogException.conflict(Refused.LAST_OWNER);
        }
    }

    private static boolean hasAnotherOwner(Transaction tx, String groupId, String accountId) {
        return tx.createQuery("select count(*) from membership m join account a"
                + " on a.id = m.account_id where m.group_id = :group and m.group_yes"
                + " and m.account_yes and m.role = 'OWNER' and m.account_id <> :account"
                + " and not a.disabled").bind("group", groupId).bind("account", accountId)
                .mapTo(Integer.class).one() > 0;
    }

    private boolean endInside(Transaction tx, AuditKind kind, String actorId, String groupId,
            String accountId) {
        List<AccessNotices> notices = AccessNotices.beforeGroupChange(tx, groupId);
        ContentChange.group(tx, groupId);
        boolean ended = end(tx, kind, actorId, groupId, accountId);
        notices.forEach(each -> each.tell(tx));
        return ended;
    }

    private void note(Transaction tx, AuditKind kind, String actorId, String groupId,
            String accountId,
            String more) {
        String name = Accounts.find(tx, accountId).map(Account::name).orElse(accountId);
        Audit.noteGroup(tx, kind, actorId, groupId,
                more.isEmpty() ? name : name + " " + more);
    }

    private boolean end(Transaction tx, AuditKind kind, String actorId, String groupId,
            String accountId) {
        note(tx, kind, actorId, groupId, accountId, "");
        boolean ended = tx.createUpdate("delete from membership"
                + " where group_id = :group and account_id = :account")
                .bind("group", groupId).bind("account", accountId).execute() == 1;
        KnownGroups.endSubscriptions(tx, groupId);
        return ended;
    }
}

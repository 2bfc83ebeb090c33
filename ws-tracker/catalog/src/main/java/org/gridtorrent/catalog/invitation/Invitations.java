package org.gridtorrent.catalog.invitation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.account.Administrators;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.invitation.Invitation.State;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.catalog.mail.Outbox;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.catalog.people.GroupPermission;
import org.gridtorrent.catalog.people.Groups;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.identity.Tokens;
import org.jdbi.v3.core.result.RowView;

/**
 * Invitations by mail, to the site and to groups. Whether an address has an account is never asked, so
 * nobody can learn it: whoever comes by the link makes an account or joins with the one they have, by
 * {@link InvitationLinks}.
 */
public final class Invitations {
    public static final int MOST_AT_ONCE = 100;
    /** So long it is kept what became of one. */
    private static final Duration KEPT = Duration.ofDays(90);
    private static final String NO_GROUP = "";
    private static final String GOOD = " state = 'OPEN' and expires > :now";

    private final Database database;

    public Invitations(Database database) {
        this.database = database;
    }

    /**
     * One that was made, or was there already.
     *
     * @param secret of the link, to pass it on; empty for one that goes by mail or was there
     */
    public record Made(Invitation invitation, boolean fresh, Optional<String> secret) {}

    /** How links are passed on: by mail in a language, or by whoever invites. */
    public record Delivery(boolean byMail, String language) {}

    private record Asked(String actorId, String groupId, Delivery delivery) {}

    /** Empty when the actor is no administrator. */
    public Optional<List<Made>> toSite(String actorId, List<String> addresses,
            Delivery delivery) {
        Map<String, String> wanted = checked(addresses);
        return database.change(tx -> Administrators.isOne(tx, actorId)
                ? Optional.of(make(tx, new Asked(actorId, NO_GROUP, delivery), wanted))
                : Optional.empty());
    }

    /**
     * The group's yes to whoever has the address: where nobody may register, it is for those who have
     * an account. Empty when the actor may not, or it is unknown.
     */
    public Optional<Made> toGroup(String actorId, String groupId, String address,
            Delivery delivery) {
        Map<String, String> wanted = checked(List.of(address));
        return database.change(tx -> Groups.may(tx, actorId, groupId, GroupPermission.INVITE)
                ? Optional.of(make(tx, new Asked(actorId, groupId, delivery), wanted)
                        .getFirst())
                : Optional.empty());
    }

    /** Addresses as they are compared, with each as it was written. */
    private static Map<String, String> checked(List<String> addresses) {
        Map<String, String> wanted = new LinkedHashMap<>();
        for (String address : addresses) {
            if (!MailAddresses.isAddress(address.strip())) {
                throw CatalogException.invalid(Refused.INVITED_ADDRESS, address.strip());
            }
            String mail = MailAddresses.checked(address);
            wanted.putIfAbsent(mail.toLowerCase(Locale.ROOT), mail);
        }
        if (wanted.isEmpty() || wanted.size() > MOST_AT_ONCE) {
            throw CatalogException.invalid(Refused.INVITED_AT_ONCE, MOST_AT_ONCE);
        }
        return wanted;
    }

    private List<Made> make(Transaction tx, Asked asked, Map<String, String> wanted) {
        if (asked.groupId().isEmpty()) {
            InvitationLimits.requireRegistration(tx);
        }
        var limits = new InvitationLimits(tx, database.now());
        forgetOld(tx);
        Map<String, String> there = new LinkedHashMap<>();
        wanted.keySet().forEach(key -> open(tx, asked.groupId(), key)
                .ifPresent(id -> there.put(key, id)));
        limits.requireBudget(asked.actorId(), wanted.size() - there.size());
        List<Made> made = new ArrayList<>();
        wanted.forEach((key, address) -> made.add(Optional.ofNullable(there.get(key))
                .map(id -> new Made(find(tx, id).orElseThrow(), false, Optional.empty()))
                .orElseGet(() -> {
                    limits.requireRare(key, address);
                    return insert(tx, asked, key, address);
                })));
        return made;
    }

    private Optional<String> open(Transaction tx, String groupId, String key) {
        return tx.createQuery("select id from invitation where address_key = :key"
                + " and coalesce(group_id, '') = :group and" + GOOD).bind("key", key)
                .bind("group", groupId)
                .bind("now", database.now()).mapTo(String.class).findFirst();
    }

    private Made insert(Transaction tx, Asked asked, String key, String address) {
        String id = database.nextId();
        tx.createUpdate("insert into invitation (id, address, address_key, group_id,"
                + " invited_by, state, told, told_by, created, expires) values (:id, :address,"
                + " :key, :group, :actor, 'OPEN', :now, :actor, :now, :now)").bind("id", id)
                .bind("address", address).bind("key", key)
                .bind("group", asked.groupId().isEmpty() ? null : asked.groupId())
                .bind("actor", asked.actorId()).bind("now", database.now()).execute();
        note(tx, AuditKind.INVITED_BY_MAIL, asked.actorId(), asked.groupId(), address);
        Optional<String> secret = tell(tx, id, address, asked);
        return new Made(find(tx, id).orElseThrow(), true, secret);
    }

    /** Has the link sent, or makes it; the invitation's time begins anew. */
    private Optional<String> tell(Transaction tx, String id, String address, Asked asked) {
        Instant now = database.now();
        boolean byMail = asked.delivery().byMail();
        String secret = Tokens.next(database.random);
        String mailId = database.nextId();
        if (byMail) {
            Outbox.insert(tx, mailId, OutgoingMail.Kind.INVITATION, Optional.empty(), address,
                    asked.delivery().language(), "", now);
        }
        tx.createUpdate("update invitation set told = :now, told_by = :actor,"
                + " expires = :expires, token_hash = :hash, mailed = false, mail_id = :mail"
                + " where id = :id").bind("now", now).bind("actor", asked.actorId())
                .bind("expires", now.plus(Settings.site(tx).invitationLife()))
                .bind("hash", byMail ? null : Tokens.hash(secret))
                .bind("mail", byMail ? mailId : null).bind("id", id).execute();
        return byMail ? Optional.empty() : Optional.of(secret);
    }

    private void forgetOld(Transaction tx) {
        tx.createUpdate("delete from invitation where expires < :old")
                .bind("old", database.now().minus(KEPT)).execute();
    }

    /** All of the site, the youngest first. */
    public ResultPage<Invitation> all(int offset, int limit) {
        return ResultPage.of(database.read(tx -> tx
                .createQuery(InvitationRows.SELECT
                        + "order by i.created desc, i.id limit :limit offset :offset")
                .bind("limit", limit + 1).bind("offset", offset).map(this::invitation).list()),
                limit);
    }

    /** Those to the group, the youngest first; none for whoever may not invite there. */
    public ResultPage<Invitation> ofGroup(String viewerId, String groupId, int offset, int limit) {
        return ResultPage.of(database.read(tx -> mayInvite(tx, viewerId, groupId)
                ? tx.createQuery(InvitationRows.SELECT + "where i.group_id = :group"
                        + " order by i.created desc, i.id limit :limit offset :offset")
                        .bind("group", groupId).bind("limit", limit + 1).bind("offset", offset)
                        .map(this::invitation).list()
                : List.<Invitation>of()), limit);
    }

    private static boolean mayInvite(Transaction tx, String viewerId, String groupId) {
        return Groups.find(tx, viewerId, groupId)
                .filter(group -> group.standing().may(GroupPermission.INVITE)).isPresent();
    }

    /**
     * The link once more, by mail a day after the last at the earliest. Empty when the actor may not, or
     * the invitation is not open.
     */
    public Optional<Made> again(String actorId, String invitationId, Delivery delivery) {
        return database.change(tx -> {
            var limits = new InvitationLimits(tx, database.now());
            Optional<Invitation> found = managed(tx, actorId, invitationId)
                    .filter(Invitation::open);
            return found.map(invitation -> {
                String address = invitation.address();
                if (invitation.group().isEmpty()) {
                    InvitationLimits.requireRegistration(tx);
                }
                if (delivery.byMail()) {
                    limits.requirePause(invitationId);
                    limits.requireBudget(actorId, 1);
                    limits.requireRare(address.toLowerCase(Locale.ROOT), address);
                }
                Optional<String> secret = tell(tx, invitationId, address,
                        new Asked(actorId, NO_GROUP, delivery));
                return new Made(find(tx, invitationId).orElseThrow(), true, secret);
            });
        });
    }

    /** Whether it invites into this group. */
    public boolean isInto(String groupId, String invitationId) {
        return database.read(tx -> find(tx, invitationId).flatMap(Invitation::group)
                .filter(group -> group.id().equals(groupId)).isPresent());
    }

    /** Makes its link worth nothing. False when the actor may not, or it was used. */
    public boolean withdraw(String actorId, String invitationId) {
        return database.change(tx -> {
            Optional<Invitation> found = managed(tx, actorId, invitationId)
                    .filter(invitation -> invitation.state() != State.USED);
            int ended = tx.createUpdate("update invitation set state = 'WITHDRAWN'"
                    + " where id = :id and state = 'OPEN'")
                    .bind("id", found.map(Invitation::id).orElse("")).execute();
            found.filter(_ -> ended == 1).ifPresent(invitation -> note(tx,
                    AuditKind.INVITATION_WITHDRAWN, actorId,
                    invitation.group().map(GroupName::id).orElse(NO_GROUP), invitation.address()));
            return found.isPresent();
        });
    }

    /** An administrator's, or one to a group where the actor may invite. */
    private Optional<Invitation> managed(Transaction tx, String actorId, String invitationId) {
        return find(tx, invitationId).filter(invitation -> Administrators
                .isOne(tx, actorId)
                || invitation.group().filter(group -> mayInvite(tx, actorId, group.id()))
                        .isPresent());
    }

    static void note(Transaction tx, AuditKind kind, String accountId,
            String groupId, String address) {
        if (groupId.isEmpty()) {
            Audit.note(tx, kind, accountId, address);
        } else {
            Audit.noteGroup(tx, kind, accountId, groupId, address);
        }
    }

    private Optional<Invitation> find(Transaction tx, String id) {
        return InvitationRows.find(tx, id, database.now());
    }

    private Invitation invitation(RowView row) {
        return InvitationRows.invitation(row, database.now());
    }
}

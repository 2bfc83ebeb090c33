package org.gridtorrent.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.audit.Kind;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.catalog.people.Act;
import org.gridtorrent.catalog.people.Invitation;
import org.gridtorrent.catalog.people.Invitation.State;
import org.gridtorrent.catalog.people.Pending.GroupName;
import org.gridtorrent.catalog.people.Slice;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.identity.Tokens;
import org.jdbi.v3.core.Handle;
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

    Invitations(Database database) {
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
        return database.change(handle -> Administrators.isOne(handle, actorId)
                ? Optional.of(make(handle, new Asked(actorId, NO_GROUP, delivery), wanted))
                : Optional.empty());
    }

    /**
     * The group's yes to whoever has the address: where nobody may register, it is for those who have
     * an account. Empty when the actor may not, or it is unknown.
     */
    public Optional<Made> toGroup(String actorId, String groupId, String address,
            Delivery delivery) {
        Map<String, String> wanted = checked(List.of(address));
        return database.change(handle -> Groups.may(handle, actorId, groupId, Act.INVITE)
                ? Optional.of(make(handle, new Asked(actorId, groupId, delivery), wanted)
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

    private List<Made> make(Handle handle, Asked asked, Map<String, String> wanted) {
        if (asked.groupId().isEmpty()) {
            InvitationLimits.requireRegistration(handle);
        }
        var limits = new InvitationLimits(handle, database.now());
        forgetOld(handle);
        Map<String, String> there = new LinkedHashMap<>();
        wanted.keySet().forEach(key -> open(handle, asked.groupId(), key)
                .ifPresent(id -> there.put(key, id)));
        limits.requireBudget(asked.actorId(), wanted.size() - there.size());
        List<Made> made = new ArrayList<>();
        wanted.forEach((key, address) -> made.add(Optional.ofNullable(there.get(key))
                .map(id -> new Made(find(handle, id).orElseThrow(), false, Optional.empty()))
                .orElseGet(() -> {
                    limits.requireRare(key, address);
                    return insert(handle, asked, key, address);
                })));
        return made;
    }

    private Optional<String> open(Handle handle, String groupId, String key) {
        return handle.createQuery("select id from invitation where address_key = :key"
                + " and coalesce(group_id, '') = :group and" + GOOD).bind("key", key)
                .bind("group", groupId)
                .bind("now", database.now()).mapTo(String.class).findFirst();
    }

    private Made insert(Handle handle, Asked asked, String key, String address) {
        String id = database.nextId();
        handle.createUpdate("insert into invitation (id, address, address_key, group_id,"
                + " invited_by, state, told, told_by, created, expires) values (:id, :address,"
                + " :key, :group, :actor, 'OPEN', :now, :actor, :now, :now)").bind("id", id)
                .bind("address", address).bind("key", key)
                .bind("group", asked.groupId().isEmpty() ? null : asked.groupId())
                .bind("actor", asked.actorId()).bind("now", database.now()).execute();
        note(handle, database, Kind.INVITED_BY_MAIL, asked.actorId(), asked.groupId(), address);
        Optional<String> secret = tell(handle, id, address, asked);
        return new Made(find(handle, id).orElseThrow(), true, secret);
    }

    /** Has the link sent, or makes it; the invitation's time begins anew. */
    private Optional<String> tell(Handle handle, String id, String address, Asked asked) {
        Instant now = database.now();
        boolean byMail = asked.delivery().byMail();
        String secret = Tokens.next(database.random);
        String mailId = database.nextId();
        if (byMail) {
            Outbox.insert(handle, mailId, OutgoingMail.Kind.INVITATION, Optional.empty(), address,
                    asked.delivery().language(), "", now);
        }
        handle.createUpdate("update invitation set told = :now, told_by = :actor,"
                + " expires = :expires, token_hash = :hash, mailed = false, mail_id = :mail"
                + " where id = :id").bind("now", now).bind("actor", asked.actorId())
                .bind("expires", now.plus(Settings.site(handle).invitationLife()))
                .bind("hash", byMail ? null : Tokens.hash(secret))
                .bind("mail", byMail ? mailId : null).bind("id", id).execute();
        return byMail ? Optional.empty() : Optional.of(secret);
    }

    private void forgetOld(Handle handle) {
        handle.createUpdate("delete from invitation where expires < :old")
                .bind("old", database.now().minus(KEPT)).execute();
    }

    /** All of the site, the youngest first. */
    public Slice<Invitation> all(int first, int most) {
        return Slice.of(database.read(handle -> handle
                .createQuery(InvitationRows.SELECT
                        + "order by i.created desc, i.id limit :most offset :first")
                .bind("most", most + 1).bind("first", first).map(this::invitation).list()), most);
    }

    /** Those to the group, the youngest first; none for whoever may not invite there. */
    public Slice<Invitation> ofGroup(String viewerId, String groupId, int first, int most) {
        return Slice.of(database.read(handle -> mayInvite(handle, viewerId, groupId)
                ? handle.createQuery(InvitationRows.SELECT + "where i.group_id = :group"
                        + " order by i.created desc, i.id limit :most offset :first")
                        .bind("group", groupId).bind("most", most + 1).bind("first", first)
                        .map(this::invitation).list()
                : List.<Invitation>of()), most);
    }

    private static boolean mayInvite(Handle handle, String viewerId, String groupId) {
        return Groups.find(handle, viewerId, groupId)
                .filter(group -> group.standing().may(Act.INVITE)).isPresent();
    }

    /**
     * The link once more, by mail a day after the last at the earliest. Empty when the actor may not, or
     * the invitation is not open.
     */
    public Optional<Made> again(String actorId, String invitationId, Delivery delivery) {
        return database.change(handle -> {
            var limits = new InvitationLimits(handle, database.now());
            Optional<Invitation> found = managed(handle, actorId, invitationId)
                    .filter(Invitation::open);
            return found.map(invitation -> {
                String address = invitation.address();
                if (invitation.group().isEmpty()) {
                    InvitationLimits.requireRegistration(handle);
                }
                if (delivery.byMail()) {
                    limits.requirePause(invitationId);
                    limits.requireBudget(actorId, 1);
                    limits.requireRare(address.toLowerCase(Locale.ROOT), address);
                }
                Optional<String> secret = tell(handle, invitationId, address,
                        new Asked(actorId, NO_GROUP, delivery));
                return new Made(find(handle, invitationId).orElseThrow(), true, secret);
            });
        });
    }

    /** Whether it invites into this group. */
    public boolean isInto(String groupId, String invitationId) {
        return database.read(handle -> find(handle, invitationId).flatMap(Invitation::group)
                .filter(group -> group.id().equals(groupId)).isPresent());
    }

    /** Makes its link worth nothing. False when the actor may not, or it was used. */
    public boolean withdraw(String actorId, String invitationId) {
        return database.change(handle -> {
            Optional<Invitation> found = managed(handle, actorId, invitationId)
                    .filter(invitation -> invitation.state() != State.USED);
            int ended = handle.createUpdate("update invitation set state = 'WITHDRAWN'"
                    + " where id = :id and state = 'OPEN'")
                    .bind("id", found.map(Invitation::id).orElse("")).execute();
            found.filter(_ -> ended == 1).ifPresent(invitation -> note(handle, database,
                    Kind.INVITATION_WITHDRAWN, actorId,
                    invitation.group().map(GroupName::id).orElse(NO_GROUP), invitation.address()));
            return found.isPresent();
        });
    }

    /** An administrator's, or one to a group where the actor may invite. */
    private Optional<Invitation> managed(Handle handle, String actorId, String invitationId) {
        return find(handle, invitationId).filter(invitation -> Administrators
                .isOne(handle, actorId)
                || invitation.group().filter(group -> mayInvite(handle, actorId, group.id()))
                        .isPresent());
    }

    static void note(Handle handle, Database database, Kind kind, String accountId,
            String groupId, String address) {
        if (groupId.isEmpty()) {
            Audit.note(handle, database, kind, accountId, address);
        } else {
            Audit.noteGroup(handle, database, kind, accountId, groupId, address);
        }
    }

    private Optional<Invitation> find(Handle handle, String id) {
        return InvitationRows.find(handle, id, database.now());
    }

    private Invitation invitation(RowView row) {
        return InvitationRows.invitation(row, database.now());
    }
}

package org.gridtorrent.ccm.command;

import java.util.Locale;
import org.gridtorrent.catalog.PeopleCatalog;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.GroupAdministration;
import org.gridtorrent.catalog.people.Groups;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.people.Memberships;
import org.gridtorrent.ccm.http.Refusal;

/** Groups and their members. 404 for what the account may not know of or change. */
public final class GroupCommands {
    private final Groups groups;
    private final Memberships memberships;
    private final GroupAdministration administration;
    private final CommandLog log;

    GroupCommands(PeopleCatalog people, CommandLog log) {
        this.groups = people.groups();
        this.memberships = people.memberships();
        this.administration = people.groupAdministration();
        this.log = log;
    }

    public Group create(String ownerId, String name, String description, boolean open) {
        Group created = groups.create(ownerId, name, description, open);
        log.account(ownerId, "create group " + created.id());
        return created;
    }

    public Group describe(String ownerId, String groupId, String name, String description,
            boolean open) {
        Group described = groups.describe(ownerId, groupId, name, description, open)
                .orElseThrow(Refusal::notFound);
        log.account(ownerId, "describe group " + groupId);
        return described;
    }

    public void delete(String ownerId, String groupId) {
        Commands.require(groups.delete(ownerId, groupId));
        log.account(ownerId, "delete group " + groupId);
    }

    /** Invites an account, or accepts its request. Returns its status in the group then. */
    public MembershipStatus invite(String actorId, String groupId, String accountId) {
        MembershipStatus status = memberships.invite(actorId, groupId, accountId)
                .orElseThrow(Refusal::notFound);
        log.account(actorId, "invite " + log.user(accountId) + " to group " + groupId);
        return status;
    }

    /** Requests membership, or accepts an invitation. Returns the account's status then. */
    public MembershipStatus request(String accountId, String groupId) {
        MembershipStatus status = memberships.request(accountId, groupId)
                .orElseThrow(Refusal::notFound);
        log.account(accountId, "request membership in group " + groupId);
        return status;
    }

    /** Accepts the actor's own invitation, or another account's request. */
    public void accept(String actorId, String groupId, String accountId) {
        Commands.require(memberships.accept(actorId, groupId, accountId));
        log.account(actorId,
                "accept membership of " + log.user(accountId) + " in group " + groupId);
    }

    /** Declines or withdraws an invitation or a request. */
    public void callOff(String actorId, String groupId, String accountId) {
        Commands.require(memberships.callOff(actorId, groupId, accountId));
        log.account(actorId,
                "call off membership of " + log.user(accountId) + " in group " + groupId);
    }

    public void leave(String accountId, String groupId) {
        Commands.require(memberships.leave(accountId, groupId));
        log.account(accountId, "leave group " + groupId);
    }

    public void remove(String actorId, String groupId, String accountId) {
        Commands.require(memberships.remove(actorId, groupId, accountId));
        log.account(actorId, "remove " + log.user(accountId) + " from group " + groupId);
    }

    public void changeRole(String actorId, String groupId, String accountId,
            MembershipStatus role) {
        Commands.require(memberships.changeRole(actorId, groupId, accountId, role));
        log.account(actorId, "make " + log.user(accountId) + " "
                + role.name().toLowerCase(Locale.ROOT) + " of group " + groupId);
    }

    /** Gives a group without an owner to one of its members, by an administrator of the site. */
    public void handOver(String administratorId, String groupId, String accountId) {
        Commands.require(administration.handOver(administratorId, groupId, accountId));
        log.account(administratorId, "hand over group " + groupId + " to " + log.user(accountId));
    }

    /** Deletes any group, by an administrator of the site. */
    public void deleteAny(String administratorId, String groupId) {
        Commands.require(administration.deleteGroup(administratorId, groupId));
        log.account(administratorId, "delete group " + groupId);
    }
}

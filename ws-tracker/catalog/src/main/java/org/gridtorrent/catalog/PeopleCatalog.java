package org.gridtorrent.catalog;

import org.gridtorrent.catalog.invitation.InvitationLinks;
import org.gridtorrent.catalog.invitation.Invitations;
import org.gridtorrent.catalog.people.Buddies;
import org.gridtorrent.catalog.people.GroupAdministration;
import org.gridtorrent.catalog.people.Groups;
import org.gridtorrent.catalog.people.Inbox;
import org.gridtorrent.catalog.people.Memberships;
import org.gridtorrent.catalog.people.People;

/** Groups, buddies and invitations. */
public record PeopleCatalog(People directory, Groups groups, Memberships memberships,
        GroupAdministration groupAdministration, Invitations invitations,
        InvitationLinks invitationLinks, Buddies buddies, Inbox inbox) {}

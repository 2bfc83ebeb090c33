package org.gridtorrent.ccm.people;

import java.util.List;
import java.util.Locale;
import org.gridtorrent.catalog.people.GroupPermission;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.ccm.people.picker.GroupLine;
import org.gridtorrent.ccm.people.picker.PersonLine;
import org.gridtorrent.ccm.ui.VersionMark;

/**
 * A group's page. Members are shown to members alone, and what waits to those who may answer.
 *
 * @param datasets some of what is shared with the group
 * @param page of the members, 1-based
 * @param lastOwner whether the viewer cannot leave, as its only owner
 */
public record GroupView(GroupLine group, MembershipStatus standing, List<PersonLine> members,
        int page,
        boolean more, List<PersonLine> requests, List<PersonLine> invitations,
        List<Dataset> datasets, boolean moreDatasets, boolean lastOwner) {

    /** A data set's id and title, and which of several versions it is. */
    public record Dataset(String id, String title, VersionMark version) {}

    public boolean mayInvite() {
        return standing.may(GroupPermission.INVITE);
    }

    public boolean mayEdit() {
        return standing.may(GroupPermission.EDIT);
    }

    public boolean mayChangeRoles() {
        return standing.may(GroupPermission.CHANGE_ROLE);
    }

    public boolean mayDelete() {
        return standing.may(GroupPermission.DELETE);
    }

    /** Whether the viewer may end this member's membership, other than by leaving. */
    public boolean mayRemove(PersonLine member, String viewerId) {
        return !member.id().equals(viewerId)
                && standing.may(GroupPermission.removing(MembershipStatus.valueOf(
                        member.state().toUpperCase(Locale.ROOT))));
    }
}

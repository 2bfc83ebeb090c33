package org.gridtorrent.ccm.view;

import java.util.List;

/**
 * A group's page. Members and what is pending are shown to members alone.
 *
 * @param requests people who asked to join
 * @param invitations people who were asked to join and have not answered
 */
public record GroupView(GroupLine group, List<Person> members, List<Person> requests,
        List<Person> invitations) {

    /** Somebody in, or on the way into, a group. */
    public record Person(String id, String name, String fullName, boolean owner) {}
}

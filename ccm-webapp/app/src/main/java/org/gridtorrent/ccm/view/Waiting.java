package org.gridtorrent.ccm.view;

/**
 * Something that waits for the viewer's answer.
 *
 * @param invitation the viewer is invited; otherwise {@code person} asks to join the viewer's group
 */
public record Waiting(String groupId, String groupName, boolean invitation,
        GroupView.Person person) {}

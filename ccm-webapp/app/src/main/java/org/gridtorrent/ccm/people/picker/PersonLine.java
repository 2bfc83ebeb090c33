package org.gridtorrent.ccm.people.picker;

/**
 * A person in a list.
 *
 * @param state how they stand to the group, or the viewer, that the list is about, in small letters
 */
public record PersonLine(String id, String name, String fullName, String state) {}

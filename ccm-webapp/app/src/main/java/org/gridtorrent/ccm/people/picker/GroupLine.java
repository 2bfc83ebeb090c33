package org.gridtorrent.ccm.people.picker;

/**
 * A group in a list.
 *
 * @param standing the viewer's, in small letters
 */
public record GroupLine(String id, String name, String description, boolean open, int members,
        String standing) {}

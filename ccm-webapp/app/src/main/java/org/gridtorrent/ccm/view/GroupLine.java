package org.gridtorrent.ccm.view;

/**
 * A group in a list.
 *
 * @param standing how the viewer stands to it: owner, member, invited, requested or none
 */
public record GroupLine(String id, String name, String description, int members, String standing) {

    public boolean inside() {
        return standing.equals("owner") || standing.equals("member");
    }
}

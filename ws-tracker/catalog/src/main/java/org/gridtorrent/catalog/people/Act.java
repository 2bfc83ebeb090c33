package org.gridtorrent.catalog.people;

/** What is done in a group, and who at least may do it: pages, REST and catalog all ask this. */
public enum Act {
    SEE_MEMBERS(Standing.MEMBER), //
    INVITE(Standing.ADMIN), //
    ANSWER(Standing.ADMIN), //
    REMOVE_MEMBER(Standing.ADMIN), //
    REMOVE_ADMIN(Standing.OWNER), //
    REMOVE_OWNER(Standing.OWNER), //
    CHANGE_ROLE(Standing.OWNER), //
    EDIT(Standing.OWNER), //
    DELETE(Standing.OWNER);

    final Standing least;

    Act(Standing least) {
        this.least = least;
    }

    /** To remove somebody who is inside with this role. */
    public static Act removing(Standing role) {
        return switch (role) {
            case OWNER -> REMOVE_OWNER;
            case ADMIN -> REMOVE_ADMIN;
            case MEMBER -> REMOVE_MEMBER;
            case NONE, REQUESTED, INVITED ->
                throw new IllegalArgumentException("not inside: " + role);
        };
    }
}

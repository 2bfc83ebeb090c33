package org.gridtorrent.catalog.people;

/** What is done in a group, and who at least may do it: pages, REST and catalog all ask this. */
public enum GroupPermission {
    SEE_MEMBERS(MembershipStatus.MEMBER), //
    INVITE(MembershipStatus.ADMIN), //
    ANSWER(MembershipStatus.ADMIN), //
    REMOVE_MEMBER(MembershipStatus.ADMIN), //
    REMOVE_ADMIN(MembershipStatus.OWNER), //
    REMOVE_OWNER(MembershipStatus.OWNER), //
    CHANGE_ROLE(MembershipStatus.OWNER), //
    EDIT(MembershipStatus.OWNER), //
    DELETE(MembershipStatus.OWNER);

    final MembershipStatus least;

    GroupPermission(MembershipStatus least) {
        this.least = least;
    }

    /** To remove somebody who is inside with this role. */
    public static GroupPermission removing(MembershipStatus role) {
        return switch (role) {
            case OWNER -> REMOVE_OWNER;
            case ADMIN -> REMOVE_ADMIN;
            case MEMBER -> REMOVE_MEMBER;
            case NONE, REQUESTED, INVITED ->
                throw new IllegalArgumentException("not inside: " + role);
        };
    }
}

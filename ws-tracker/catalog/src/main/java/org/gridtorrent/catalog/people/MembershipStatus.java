package org.gridtorrent.catalog.people;

/** How an account stands to a group; only those inside have rights by it. */
public enum MembershipStatus {
    NONE, REQUESTED, INVITED, MEMBER, ADMIN, OWNER;

    /** Whether both sides said yes. */
    public boolean isInside() {
        return compareTo(MEMBER) >= 0;
    }

    /** Whether one side's yes waits for the other's. */
    public boolean isPending() {
        return this == REQUESTED || this == INVITED;
    }

    public boolean may(GroupPermission act) {
        return compareTo(act.least) >= 0;
    }
}

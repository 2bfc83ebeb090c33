package org.gridtorrent.catalog;

import java.time.Instant;

/** A group of accounts that content can be shared with. Its name is unique on the site. */
public record Group(String id, String name, String description, String ownerId, String ownerName,
        int memberCount, Instant created) {

    /** How an account stands to a group; only ACTIVE gives rights. */
    public enum Standing {
        ACTIVE, INVITED, REQUESTED;

        static Standing of(boolean groupYes, boolean accountYes) {
            return groupYes ? accountYes ? ACTIVE : INVITED : REQUESTED;
        }
    }

    /** An account in a group, or on its way into it. */
    public record Member(String groupId, String groupName, String accountId, String accountName,
            String fullName, Standing standing, boolean owner, Instant since) {}
}

package org.gridtorrent.catalog;

import java.text.Normalizer;
import java.time.Instant;
import java.util.Locale;

/** A group of accounts that content can be shared with. Its name is unique on the site. */
public record Group(String id, String name, String description, String ownerId, String ownerName,
        int memberCount, Instant created) {

    /** What is the same for two names that people would take for one; unique on the site. */
    static String key(String name) {
        return Normalizer.normalize(name.strip(), Normalizer.Form.NFKC)
                .replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    /** Whether this is the group that somebody means who types the name, in any case of letters. */
    public boolean isNamed(String typed) {
        return key(name).equals(key(typed));
    }

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

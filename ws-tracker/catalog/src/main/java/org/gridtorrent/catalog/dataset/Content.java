package org.gridtorrent.catalog.dataset;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A published data set, or one that is being prepared.
 *
 * @param infoHash lower-case hex; empty until the publishing device has registered the metainfo
 * @param totalLength bytes; 0 until registered, as is fileCount
 * @param nonPrivate whether its metainfo lacks the private flag (BEP 27); never changes
 * @param accessEpoch grows with every change of who may read
 * @param copies devices that announced the whole content and were heard of lately
 */
public record Content(String id, String ownerId, String ownerName, String title,
        String description, Access access, State state, Optional<String> infoHash,
        long totalLength, int fileCount, boolean nonPrivate, long accessEpoch, Instant created,
        int copies) {

    /** Who may read: every account of the site, members of named groups, or named accounts. */
    public enum Access {
        PUBLIC, GROUP, USER
    }

    /**
     * FAILED: the publishing task failed or was cancelled; nobody can get it. WITHDRAWN: its owner took
     * it back, which is for good.
     */
    public enum State {
        PREPARING, PUBLISHED, FAILED, WITHDRAWN
    }

    /** What a publisher asks for; only the list that the access level names is used. */
    public record Draft(String ownerId, String title, String description, Grants grants,
            String deviceId, String folder) {}

    /**
     * What is to hold from the beginning.
     *
     * @param ends when the rights of groups and people end
     * @param copies how many copies are to be kept, alwaysOn of them on machines that always are; 0 for no rule
     * @param nonPrivate whether its metainfo is made without the private flag (BEP 27), for public contents only
     */
    public record Terms(Optional<Instant> ends, int copies, int alwaysOn, boolean nonPrivate) {
        public static final Terms NONE = new Terms(Optional.empty(), 0, 0, false);
    }

    /** An access level with the groups or accounts (ids) that it names. */
    public record Grants(Access access, List<String> groupIds, List<String> accountIds) {
        public static final Grants EVERYONE = new Grants(Access.PUBLIC, List.of(), List.of());

        public Grants {
            groupIds = List.copyOf(groupIds);
            accountIds = List.copyOf(accountIds);
        }

        public static Grants groups(List<String> groupIds) {
            return new Grants(Access.GROUP, groupIds, List.of());
        }

        public static Grants accounts(List<String> accountIds) {
            return new Grants(Access.USER, List.of(), accountIds);
        }
    }

    /** Whom a content is shared with, by names. */
    public record SharedWith(List<String> groupNames, List<String> accountNames) {}

    /**
     * The accounts that may read; everyone means all of the site, and the list is then empty.
     *
     * @param anybody strangers too, where the site is open to them
     * @param withdrawnDeviceIds of these accounts, and of disabled ones when everyone may read; as long
     *     as their certificates may hold
     */
    public record AccessList(long epoch, boolean everyone, boolean anybody,
            List<String> accountIds, List<String> withdrawnDeviceIds) {}
}

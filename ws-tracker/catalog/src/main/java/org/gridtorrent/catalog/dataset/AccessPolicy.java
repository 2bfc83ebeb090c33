package org.gridtorrent.catalog.dataset;

import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;

/**
 * Who may read what. Pure: no database, no clock. Pages, REST and tracker all ask this class, so
 * they cannot disagree.
 */
public final class AccessPolicy {
    /**
     * How an account stands to a content.
     *
     * @param active not disabled
     * @param member active member of a group that the content was shared with
     * @param named one of the accounts that the content was shared with
     */
    public record Relation(boolean active, boolean owner, boolean member, boolean named) {}

    private AccessPolicy() {}

    /** Whether the account may know of the content, find it, and (once published) have its data. */
    public static boolean mayRead(Access access, State state, Relation reader) {
        if (!reader.active() || state == State.WITHDRAWN) {
            return false;
        }
        if (reader.owner()) {
            return true;
        }
        return state == State.PUBLISHED && switch (access) {
            case PUBLIC -> true;
            case GROUP -> reader.member();
            case USER -> reader.named();
        };
    }

    /** Whether the account is told that the content was withdrawn, which is all that is left of it. */
    public static boolean mayReadTombstone(Access access, State state, Relation reader) {
        return state == State.WITHDRAWN && mayRead(access, State.PUBLISHED, reader);
    }

    /** Whether strangers without an account may have it, where the site is open to them at all. */
    public static boolean mayAnybodyRead(Access access, State state) {
        return access == Access.PUBLIC && state == State.PUBLISHED;
    }

    /** Whether strangers, where the site is open to them, are told that the content was withdrawn. */
    public static boolean mayAnybodyReadTombstone(Access access, State state) {
        return state == State.WITHDRAWN && mayAnybodyRead(access, State.PUBLISHED);
    }
}

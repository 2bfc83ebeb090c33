package org.gridtorrent.catalog.people;

/**
 * How somebody stands to an account, as the account may know it: whom one asked and was blocked by
 * is ASKED, as if no answer had come yet.
 */
public enum BuddyStatus {
    NONE, ASKED, ASKS, BUDDY, BLOCKED
}

package org.gridtorrent.client.pages;

/** What changes how two people stand to each other. */
public enum BuddyChange {
    ASK, ACCEPT, CALL_OFF, REMOVE, BLOCK, UNBLOCK
}

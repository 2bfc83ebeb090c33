package org.gridtorrent.client.pages;

/** What changes a membership. It needs both sides' yes to begin, and one side's no to end. */
public enum GroupChange {
    INVITE, REQUEST, ACCEPT, CALL_OFF, LEAVE, REMOVE
}

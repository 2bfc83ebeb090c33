package org.gridtorrent.client.tracker;

/** BEP 3's events; UPDATE is the regular one, which BEP 3 leaves without a name. */
public enum AnnounceKind {
    STARTED, UPDATE, COMPLETED, STOPPED
}

package org.gridtorrent.client.tracker;

/** Why a task failed, for scripts; the names are stable. FAILED may pass, and is tried again. */
public enum Problem {
    NONE, FAILED, BAD_INPUT, NOT_ALLOWED, NOT_FOUND, DAMAGED
}

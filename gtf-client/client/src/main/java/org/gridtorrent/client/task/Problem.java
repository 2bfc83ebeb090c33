package org.gridtorrent.client.task;

/** Why a task failed, for scripts; the names are stable. */
public enum Problem {
    NONE, FAILED, BAD_INPUT, NOT_ALLOWED, NOT_FOUND
}

package org.gridtorrent.catalog.audit;

/** By which somebody reached the site. UNKNOWN: from before that was noted. */
public enum AuditChannel {
    PAGE, REST, COMMAND, MACHINE, SITE, UNKNOWN
}

package org.gridtorrent.catalog.audit;

import java.time.Instant;

/**
 * A line of the audit log.
 *
 * @param who user name; empty where it was nobody's doing
 * @param token name of the token, or of the machine whose it is; empty without one
 * @param origin address; empty when not known
 * @param contentId empty where no data set is concerned
 * @param title of that data set; empty when it is gone
 */
public record AuditEntry(Instant at, String who, AuditKind kind, AuditChannel way, String token,
        String origin,
        String contentId, String title, String detail) {}

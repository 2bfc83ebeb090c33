package org.gridtorrent.ccm.admin.audit;

import java.time.Instant;
import java.util.List;

/**
 * A page of the audit log.
 *
 * @param kinds all that can be asked for
 * @param query of the address, without the page; empty when nothing is narrowed down
 */
public record AuditView(List<Line> lines, List<Kind> kinds, String query, int page,
        boolean more) {

    /**
     * One entry.
     *
     * @param who empty where it was nobody's doing
     * @param way how they came, and with which token
     * @param dataset its title, or its id when it is gone; empty without one
     */
    public record Line(Instant at, String who, String what, String dataset, String detail,
            String way, String origin) {}

    /** What somebody can do, as the address and as a person names it. */
    public record Kind(String name, String words) {}

    /** The address of this list at a path. */
    public String at(String path) {
        return query.isEmpty() ? path : path + "?" + query;
    }
}

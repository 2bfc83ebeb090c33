package org.gridtorrent.catalog.audit;

import java.time.Instant;

/**
 * Which entries are asked for; what is empty narrows nothing down.
 *
 * @param person user name
 * @param kind name of a {@link AuditKind}
 * @param dataset id, or words of the title
 * @param from inclusive
 * @param to exclusive
 */
public record AuditQuery(String person, String kind, String dataset, Instant from, Instant to) {
    /** Far enough for every entry, and within what the databases know. */
    public static final Instant BEGINNING = Instant.parse("1970-01-01T00:00:00Z");
    public static final Instant END = Instant.parse("9999-01-01T00:00:00Z");

    /** All of one person. */
    public static AuditQuery of(String person) {
        return new AuditQuery(person, "", "", BEGINNING, END);
    }
}

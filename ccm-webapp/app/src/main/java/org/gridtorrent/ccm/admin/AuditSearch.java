package org.gridtorrent.ccm.admin;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.audit.AuditQuery;

/** A search of the audit log as people and programs ask it: by days in UTC, the last one whole. */
public record AuditSearch(String person, String kind, String dataset, String from, String to) {

    /** Whether there is such a kind, or none is asked for. */
    public boolean isKind() {
        return kind.isEmpty() || Arrays.stream(AuditKind.values()).map(AuditKind::name)
                .anyMatch(kind::equals);
    }

    /** Empty when a day is none. A kind that there is not narrows nothing down. */
    public Optional<AuditQuery> wanted() {
        try {
            return Optional.of(new AuditQuery(person, isKind() ? kind : "", dataset,
                    day(from, 0, AuditQuery.BEGINNING), day(to, 1, AuditQuery.END)));
        } catch (DateTimeParseException noDay) {
            return Optional.empty();
        }
    }

    private static Instant day(String text, int more, Instant otherwise) {
        if (text.isEmpty()) {
            return otherwise;
        }
        LocalDate day = LocalDate.parse(text);
        return day.getYear() < 1970 || day.getYear() > 9990
                ? otherwise
                : day.plusDays(more).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}

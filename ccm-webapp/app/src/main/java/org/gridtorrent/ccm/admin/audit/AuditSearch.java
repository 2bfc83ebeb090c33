package org.gridtorrent.ccm.admin.audit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import org.gridtorrent.catalog.audit.Kind;
import org.gridtorrent.catalog.audit.Wanted;

/** A search of the audit log as people and programs ask it: by days in UTC, the last one whole. */
public record AuditSearch(String person, String kind, String dataset, String from, String to) {

    /** Whether there is such a kind, or none is asked for. */
    public boolean isKind() {
        return kind.isEmpty() || Arrays.stream(Kind.values()).map(Kind::name)
                .anyMatch(kind::equals);
    }

    /** Empty when a day is none. A kind that there is not narrows nothing down. */
    public Optional<Wanted> wanted() {
        try {
            return Optional.of(new Wanted(person, isKind() ? kind : "", dataset,
                    day(from, 0, Wanted.BEGINNING), day(to, 1, Wanted.END)));
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

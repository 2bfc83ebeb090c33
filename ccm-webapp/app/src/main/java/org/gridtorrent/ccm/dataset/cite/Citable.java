package org.gridtorrent.ccm.dataset.cite;

import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Metadata;

/**
 * A data set as it is cited.
 *
 * @param subject of the metadata, in words
 * @param publisher the site
 * @param version empty when there is only one
 * @param infoHash empty until it is published, as is the SHA-256 of its manifest
 * @param length bytes of all files together
 */
public record Citable(String id, String title, String description, Metadata metadata,
        Optional<String> subject, String publisher, Instant published, Optional<String> version,
        Optional<URI> previous, URI url, Optional<String> infoHash, Optional<String> sha256,
        long length, int files) {

    public List<Creator> creators() {
        return metadata.creators();
    }

    List<String> names() {
        return creators().stream().map(Creator::name).toList();
    }

    /** What its owner says, else the one in which it was published here. */
    public int year() {
        return metadata.year().orElseGet(() -> published.atZone(ZoneOffset.UTC).getYear());
    }

    /** The day of publication; empty where the owner names another year, of which no day is known. */
    Optional<String> dayOfYear() {
        return Optional.of(day()).filter(day -> day.startsWith(year() + "-"));
    }

    /** As ISO 8601 writes it. */
    String day() {
        return published.atZone(ZoneOffset.UTC).toLocalDate().toString();
    }
}

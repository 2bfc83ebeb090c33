package org.gridtorrent.catalog.metadata;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Title, description and metadata of a content.
 *
 * @param metadata its owner is its creator where no others are named
 * @param formats endings of its files' names, the most frequent first
 * @param published empty until its device has registered it
 */
public record DatasetDescription(Metadata metadata, List<String> formats,
        Optional<Instant> published) {}

package org.gridtorrent.ccm.dataset;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.ccm.dataset.file.Manifest;
import org.gridtorrent.ccm.dataset.tab.DatasetHead;

/** What is known of a data set, each thing with its message key; no manifest until it is published. */
public record MetadataView(DatasetHead head, String description, Metadata metadata,
        List<Fact> facts, Optional<Manifest> manifest) {

    /** A value by its message key; an exact one, such as a hash, is read letter by letter. */
    public record Fact(String key, String value, boolean exact) {}
}

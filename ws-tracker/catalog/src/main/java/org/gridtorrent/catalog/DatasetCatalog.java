package org.gridtorrent.catalog;

import org.gridtorrent.catalog.dataset.ContentEvents;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.dataset.Drafts;
import org.gridtorrent.catalog.dataset.ReadableDatasets;
import org.gridtorrent.catalog.dataset.Tombstones;
import org.gridtorrent.catalog.dataset.Versions;
import org.gridtorrent.catalog.metadata.Descriptions;
import org.gridtorrent.catalog.workflow.Publishing;
import org.gridtorrent.catalog.workflow.Registrations;
import org.gridtorrent.catalog.workflow.VersionPublishing;
import org.gridtorrent.catalog.workflow.Withdrawals;

/** Data sets, from draft to withdrawal. */
public record DatasetCatalog(Contents contents, Publishing publishing, Registrations registrations,
        Drafts drafts, Descriptions descriptions, Versions versions,
        VersionPublishing versionPublishing, Withdrawals withdrawals, Tombstones tombstones,
        ContentEvents events, ReadableDatasets readable) {}

package org.gridtorrent.ccm.command;

import java.util.Optional;
import org.gridtorrent.catalog.DatasetCatalog;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Terms;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.ccm.http.Refusal;

/** Data sets, from publishing to withdrawal. 404 for what is not the account's. */
public final class DatasetCommands {
    private final DatasetCatalog datasets;
    private final CommandLog log;

    DatasetCommands(DatasetCatalog datasets, CommandLog log) {
        this.datasets = datasets;
        this.log = log;
    }

    /**
     * Publishes files on a device.
     *
     * @param key of a request that may be repeated; the same key publishes once
     */
    public Published publish(Draft draft, Metadata metadata, Terms terms, Optional<String> key) {
        return logged(draft.ownerId(), datasets.publishing().publish(draft, metadata, terms, key));
    }

    /** The next version of a data set, from files on a device. */
    public record NewVersion(String contentId, String deviceId, String path, String changes,
            boolean nonPrivate) {}

    public Published publish(String ownerId, NewVersion next) {
        return logged(ownerId, datasets.versionPublishing()
                .prepare(ownerId, next.contentId(), next.deviceId(), next.path(), next.changes(),
                        next.nonPrivate())
                .orElseThrow(Refusal::notFound));
    }

    private Published logged(String ownerId, Published published) {
        log.task(ownerId, "order", published.task());
        return published;
    }

    /** Replaces title, description and metadata. */
    public void describe(String ownerId, String contentId, String title, String description,
            Metadata metadata) {
        Commands.require(datasets.descriptions().change(ownerId, contentId, title, description,
                metadata));
        log.dataset(ownerId, "describe", contentId);
    }

    public void withdraw(String ownerId, String contentId, String reason) {
        Commands.require(datasets.withdrawals().withdraw(ownerId, contentId, reason));
        log.dataset(ownerId, "withdraw", contentId);
    }

    /** Deletes what failed to be published. */
    public void discard(String ownerId, String contentId) {
        Commands.require(datasets.withdrawals().discard(ownerId, contentId));
        log.dataset(ownerId, "discard", contentId);
    }
}

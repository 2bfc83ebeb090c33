package org.gridtorrent.ccm.command;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.AccessCatalog;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.dataset.Content.Grants;

/** Grants of access to data sets. 404 for a data set that is not the account's. */
public final class AccessCommands {
    private final AccessCatalog access;
    private final CommandLog log;

    AccessCommands(AccessCatalog access, CommandLog log) {
        this.access = access;
        this.log = log;
    }

    /** Replaces all grants. */
    public void replace(String ownerId, String contentId, Grants grants) {
        Commands.require(access.grants().replace(ownerId, contentId, grants));
        logShared(ownerId, contentId, grants);
    }

    /** Adds grants. */
    public void grant(String ownerId, String contentId, Grants grants, Optional<Instant> until) {
        Commands.require(access.grants().grant(ownerId, contentId, grants, until));
        logShared(ownerId, contentId, grants);
    }

    private void logShared(String ownerId, String contentId, Grants grants) {
        log.dataset(ownerId, "share with " + grants.access().name().toLowerCase(Locale.ROOT),
                contentId);
    }

    /** Sets the end dates of grants, by the ids of groups and accounts. */
    public void changeEnds(String ownerId, String contentId, Map<String, Optional<Instant>> ends) {
        Commands.require(access.expiry().change(ownerId, contentId, ends));
        log.dataset(ownerId, "change end dates", contentId);
    }

    /** Revokes rights within the scope. Returns how many there were. */
    public int revoke(ReportScope scope, List<Right.Key> keys) {
        int revoked = access.revocations().revoke(scope, keys);
        if (revoked > 0) {
            keys.stream().map(Right.Key::contentId).distinct()
                    .forEach(content -> log.dataset(scope.accountId(), "revoke rights", content));
        }
        return revoked;
    }
}

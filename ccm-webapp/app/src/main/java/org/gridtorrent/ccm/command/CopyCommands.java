package org.gridtorrent.ccm.command;

import org.gridtorrent.catalog.SharingCatalog;
import org.gridtorrent.catalog.copy.Copies;
import org.gridtorrent.catalog.replica.Replica;
import org.gridtorrent.catalog.replica.Replicas;
import org.gridtorrent.ccm.http.Refusal;

/** Rules for copies, and replicas on web servers. 404 for a data set that is not the account's. */
public final class CopyCommands {
    private final Copies copies;
    private final Replicas replicas;
    private final CommandLog log;

    CopyCommands(SharingCatalog sharing, CommandLog log) {
        this.copies = sharing.copies();
        this.replicas = sharing.replicas();
        this.log = log;
    }

    public void keep(String ownerId, String contentId, CopyRuleChange change) {
        Commands.require(change.removes()
                ? copies.keepNone(ownerId, contentId)
                : copies.keep(ownerId, contentId, change.copies(), change.alwaysOn(),
                        change.deviceIds(), change.groupIds()));
        log.dataset(ownerId, "keep " + change.copies() + " copies", contentId);
    }

    public Replica addReplica(String ownerId, String contentId, String url) {
        Replica added = replicas.add(ownerId, contentId, url).orElseThrow(Refusal::notFound);
        log.dataset(ownerId, "add replica", contentId);
        return added;
    }

    public void removeReplica(String ownerId, String contentId, String replicaId) {
        Commands.require(replicas.remove(ownerId, contentId, replicaId));
        log.dataset(ownerId, "remove replica", contentId);
    }

    public void checkReplica(String ownerId, String contentId, String replicaId) {
        Commands.require(replicas.checkAgain(ownerId, contentId, replicaId));
        log.dataset(ownerId, "check replica", contentId);
    }
}

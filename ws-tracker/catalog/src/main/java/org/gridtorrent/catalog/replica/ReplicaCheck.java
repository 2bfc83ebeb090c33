package org.gridtorrent.catalog.replica;

import java.net.URI;

/** Check of a replica, as it is handed out to a machine. */
public record ReplicaCheck(String replicaId, String contentId, URI url) {}

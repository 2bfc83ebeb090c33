package org.gridtorrent.catalog;

import org.gridtorrent.catalog.copy.Copies;
import org.gridtorrent.catalog.copy.CopyReconciler;
import org.gridtorrent.catalog.replica.Replicas;
import org.gridtorrent.catalog.swarm.OpenSwarms;
import org.gridtorrent.catalog.swarm.Swarms;

/** Where data sets lie, and who exchanges them now. */
public record SharingCatalog(Swarms swarms, OpenSwarms openSwarms, Copies copies,
        CopyReconciler copyReconciler, Replicas replicas) {}

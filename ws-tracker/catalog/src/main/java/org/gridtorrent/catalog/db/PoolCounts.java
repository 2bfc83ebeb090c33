package org.gridtorrent.catalog.db;

/** This node's connections to the database; waiting are threads that want one. */
public record PoolCounts(int active, int idle, int waiting, int most) {}

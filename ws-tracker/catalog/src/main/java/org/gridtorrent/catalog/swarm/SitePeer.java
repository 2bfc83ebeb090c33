package org.gridtorrent.catalog.swarm;

/** A device of the site in a swarm that is open to anybody: where it can be called by plain TCP. */
public record SitePeer(String address, int port, boolean complete) {}

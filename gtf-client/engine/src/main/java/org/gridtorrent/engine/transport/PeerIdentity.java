package org.gridtorrent.engine.transport;

/** Authenticated peer of a secured connection: user and device of its certificate. */
public record PeerIdentity(String user, String device) {}

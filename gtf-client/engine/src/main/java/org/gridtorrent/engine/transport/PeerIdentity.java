package org.gridtorrent.engine.transport;

/** Who a secured connection leads to: a user's device, as its certificate says. */
public record PeerIdentity(String user, String device) {}

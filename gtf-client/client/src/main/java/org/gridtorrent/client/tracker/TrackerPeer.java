package org.gridtorrent.client.tracker;

/** Where a peer listens: the address that the tracker observed, and one of the endpoints the peer reported. */
public record TrackerPeer(String deviceId, String address, String transport, int port) {}

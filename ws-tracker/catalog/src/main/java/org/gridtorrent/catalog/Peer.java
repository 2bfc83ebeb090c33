package org.gridtorrent.catalog;

import java.util.List;

/** A device in a swarm: the address that the tracker observed, the ports that it reported. */
public record Peer(String deviceId, String address, List<Device.Endpoint> endpoints) {}

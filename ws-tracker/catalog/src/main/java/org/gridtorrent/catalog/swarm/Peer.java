package org.gridtorrent.catalog.swarm;

import java.util.List;
import org.gridtorrent.catalog.device.Device;

/**
 * A device in a swarm.
 *
 * @param address that the tracker observed
 * @param endpoints that it reported, at whatever address
 * @param places where else it can be called, by its own word: not for everybody to know
 */
public record Peer(String deviceId, String address, List<Device.Endpoint> endpoints,
        List<Device.Place> places) {}

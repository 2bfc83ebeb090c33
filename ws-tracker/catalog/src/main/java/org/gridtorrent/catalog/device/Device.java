package org.gridtorrent.catalog.device;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;

/**
 * A machine that was enrolled.
 *
 * @param folders what its owner opened for publishing, absolute, in the device's own notation
 */
public record Device(String id, String accountId, String name, String clientVersion,
        Instant created, Optional<Instant> lastSeen, long freeBytes, boolean withdrawn,
        long revision, List<Endpoint> endpoints, List<String> folders) {

    /** Where a device takes connections from peers; transport is {@code tcp} or {@code ptcp}. */
    public record Endpoint(String transport, int port) {
        public Endpoint {
            if (!transport.equals("tcp") && !transport.equals("ptcp")) {
                throw new IllegalArgumentException("no such transport: " + transport);
            }
            if (port < 1 || port > 65_535) {
                throw new IllegalArgumentException("no such port: " + port);
            }
        }
    }

    /** An address in figures, and what a device takes there, as it says itself. */
    public record Place(String address, Endpoint endpoint) {}

    /** What a device says of itself. */
    public record Report(String clientVersion, List<Endpoint> endpoints, long freeBytes,
            List<String> folders) {
        public Report {
            endpoints = List.copyOf(endpoints);
            folders = List.copyOf(folders);
        }
    }

    /** A device just enrolled; the token is shown once and stored as its hash. */
    public record Enrolled(Account account, Device device, String apiToken) {
        @Override
        public String toString() {
            return "Enrolled[" + device.id() + "]";
        }
    }
}

package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Devices that announce several contents by turns, each over one connection that stays.
 *
 * <p>One announce in ten is of a device that still fetches and wants 50 peers; the others hold what they
 * announce.
 */
public final class AnnouncingDevices implements AutoCloseable {
    private static final int OF_WHICH_ONE_FETCHES = 10;
    private static final int PEERS_WANTED = 50;

    private final List<SoapRequest> plain;
    private final List<SoapRequest> wanting;
    private final List<LoadGenerator.Caller> callers = new ArrayList<>();
    private final List<SoapConnection> connections = new ArrayList<>();

    private AnnouncingDevices(List<String> infoHashes) {
        plain = infoHashes.stream().map(hash -> SoapRequest.announce(hash, 0)).toList();
        wanting = infoHashes.stream().map(hash -> SoapRequest.announce(hash, PEERS_WANTED))
                .toList();
    }

    /** Connects the devices, and reports that they listen for peers. */
    public static AnnouncingDevices connect(SiteAddress site, List<EnrolledDevice> devices,
            List<String> infoHashes) throws IOException {
        var announcers = new AnnouncingDevices(infoHashes);
        try {
            for (EnrolledDevice device : devices) {
                announcers.connect(site, device);
            }
        } catch (IOException e) {
            announcers.close();
            throw e;
        }
        return announcers;
    }

    private void connect(SiteAddress site, EnrolledDevice device) throws IOException {
        SoapConnection connection = SoapConnection.open(site.tracker(), device.tls(site));
        connections.add(connection);
        var _ = connection.ask(SoapRequest.reportDevice());
        callers.add(number -> announce(connection, number));
    }

    private void announce(SoapConnection connection, long number) throws IOException {
        int content = (int) (number % plain.size());
        boolean fetches = number / plain.size() % OF_WHICH_ONE_FETCHES == 0;
        var _ = connection.ask((fetches ? wanting : plain).get(content));
    }

    public List<LoadGenerator.Caller> callers() {
        return callers;
    }

    @Override
    public void close() throws IOException {
        for (SoapConnection connection : connections) {
            connection.close();
        }
    }
}

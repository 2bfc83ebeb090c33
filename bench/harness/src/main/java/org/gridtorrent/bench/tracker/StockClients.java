package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Stock BitTorrent clients on a few hosts, each in one content's swarm; they still fetch and want 50
 * peers.
 *
 * <p>Hosts are addresses of the loopback interface.
 *
 * @param infoHashes in hexadecimal digits
 */
public record StockClients(List<String> infoHashes, int hosts, int clientsPerHost) {
    private static final int FIRST_PORT = 10_000;
    private static final int PEERS_WANTED = 50;
    private static final int TRIES = 50;

    /** The host's address; hosts count from 0. */
    static InetSocketAddress source(int host) {
        try {
            return new InetSocketAddress(
                    InetAddress.getByAddress(new byte[]{127, 0, 1, (byte) (host + 1)}), 0);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    record Client(byte[] infoHash, byte[] peerId, int port) {}

    List<Client> clients(int host) {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < clientsPerHost; i++) {
            int number = host * clientsPerHost + i;
            String infoHash = infoHashes.get(number % infoHashes.size());
            clients.add(new Client(HexFormat.of().parseHex(infoHash),
                    String.format(Locale.ROOT, "-GB0001-%012d", number)
                            .getBytes(StandardCharsets.US_ASCII),
                    FIRST_PORT + number));
        }
        return clients;
    }

    /** Returns when the tracker has heard that all contents are open to them. */
    public void awaitKnown(InetSocketAddress tracker) throws IOException, InterruptedException {
        List<HttpAnnouncer> callers = overHttp(tracker);
        for (int tries = 1;; tries++) {
            try {
                for (long number = 0; number < clientsPerHost; number++) {
                    for (HttpAnnouncer caller : callers) {
                        caller.call(number);
                    }
                }
                return;
            } catch (IOException e) {
                if (tries == TRIES) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    /** Announcers over HTTP, one for each host; a connection each time, as stock clients do. */
    public List<HttpAnnouncer> overHttp(InetSocketAddress tracker) {
        List<HttpAnnouncer> callers = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            callers.add(new HttpAnnouncer(tracker, source(host), clients(host).stream()
                    .map(client -> HttpAnnouncer.request(client, PEERS_WANTED)).toList()));
        }
        return callers;
    }

    /** Announcers over UDP (BEP 15), one for each host. */
    public List<UdpAnnouncer> overUdp(InetSocketAddress tracker) throws IOException {
        List<UdpAnnouncer> callers = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            callers.add(new UdpAnnouncer(tracker, source(host), clients(host), PEERS_WANTED));
        }
        return callers;
    }
}

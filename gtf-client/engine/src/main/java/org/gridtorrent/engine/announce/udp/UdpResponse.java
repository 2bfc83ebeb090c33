package org.gridtorrent.engine.announce.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.engine.wire.CompactPeers;

/** Response of a UDP tracker, and its parser (BEP 15). Surplus bytes are ignored. */
sealed interface UdpResponse {
    /** Bytes of action and transaction id. */
    int HEADER_LENGTH = 8;
    /** The largest useful response; the rest of a longer datagram is cut off. */
    int MAX_LENGTH = 20 + CompactPeers.MAX_PEERS * (CompactPeers.IPV6 + 2);

    /** The connection id, which is valid for a minute. */
    record Connect(long connectionId) implements UdpResponse {}

    /** The response to an announce. */
    record Announce(TrackerResponse response) implements UdpResponse {}

    /** The counts of a scrape, in the order of the request. */
    record Scrape(List<SwarmCounts> counts) implements UdpResponse {}

    /** The tracker's error message. */
    record Failure(String reason) implements UdpResponse {}

    /**
     * Parses what follows the header.
     *
     * @param addressLength bytes of a peer's address, 4 or 16: of the family over which the response came
     */
    static UdpResponse parse(int action, ByteBuffer body, int addressLength) throws IOException {
        return switch (action) {
            case UdpRequest.CONNECT -> new Connect(require(body, 8).getLong());
            case UdpRequest.ANNOUNCE -> parseAnnounce(require(body, 12), addressLength);
            case UdpRequest.SCRAPE -> parseScrape(body);
            case UdpRequest.ERROR -> new Failure(
                    StandardCharsets.UTF_8.decode(body.duplicate()).toString());
            default ->
                throw new InvalidResponseException("its answer is of unknown kind " + action);
        };
    }

    private static ByteBuffer require(ByteBuffer body, int length) throws IOException {
        if (body.remaining() < length) {
            throw new InvalidResponseException(
                    "its answer is cut short: " + (HEADER_LENGTH + body.remaining())
                            + " bytes");
        }
        return body.duplicate();
    }

    private static Announce parseAnnounce(ByteBuffer body, int addressLength) {
        long intervalS = body.getInt();
        long leeches = Math.max(0, body.getInt());
        long seeds = Math.max(0, body.getInt());
        List<InetSocketAddress> peers = new ArrayList<>();
        CompactPeers.read(body, addressLength, peers);
        return new Announce(new TrackerResponse(TrackerResponse.interval(intervalS, 0), peers,
                SwarmCounts.of(seeds, leeches), "", ""));
    }

    private static Scrape parseScrape(ByteBuffer body) {
        ByteBuffer rest = body.duplicate();
        List<SwarmCounts> counts = new ArrayList<>();
        while (rest.remaining() >= 12 && counts.size() < UdpRequest.MAX_SCRAPED) {
            long seeds = Math.max(0, rest.getInt());
            long downloaded = Math.max(0, rest.getInt());
            counts.add(SwarmCounts.of(seeds, Math.max(0, rest.getInt()), downloaded));
        }
        return new Scrape(counts);
    }
}

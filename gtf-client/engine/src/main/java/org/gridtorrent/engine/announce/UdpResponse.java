package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.wire.CompactPeers;

/** What a UDP tracker answers (BEP 15). More bytes than an answer needs are passed over. */
sealed interface UdpResponse {
    /** Bytes of every answer's beginning: action and transaction. */
    int HEADER = 8;
    /** A longer datagram is read so far: the largest answer that is made use of. */
    int MAX_LENGTH = 20 + CompactPeers.MAX * (CompactPeers.IPV6 + 2);

    /** The id to show with requests for the next minute. */
    record Connected(long connectionId) implements UdpResponse {}

    /** To an announce. */
    record AnnouncedTorrent(TrackerResponse answer) implements UdpResponse {}

    /** To a scrape, in the order that was asked. */
    record Scraped(List<SwarmCounts> counts) implements UdpResponse {}

    /** The tracker's reason. */
    record Refused(String reason) implements UdpResponse {}

    /**
     * Reads what follows an answer's action and transaction.
     *
     * @param addressLength 4 or 16, bytes of the addresses that it names: the kind it came from
     */
    static UdpResponse parse(int action, ByteBuffer body, int addressLength) throws IOException {
        return switch (action) {
            case UdpRequest.CONNECT -> new Connected(need(body, 8).getLong());
            case UdpRequest.ANNOUNCE -> announced(need(body, 12), addressLength);
            case UdpRequest.SCRAPE -> scraped(body);
            case UdpRequest.ERROR -> new Refused(
                    StandardCharsets.UTF_8.decode(body.duplicate()).toString());
            default -> throw new InvalidResponseException("its answer is of unknown kind " + action);
        };
    }

    private static ByteBuffer need(ByteBuffer body, int length) throws IOException {
        if (body.remaining() < length) {
            throw new InvalidResponseException("its answer is cut short: " + (HEADER + body.remaining())
                    + " bytes");
        }
        return body.duplicate();
    }

    private static AnnouncedTorrent announced(ByteBuffer body, int addressLength) {
        long intervalS = body.getInt();
        long leeches = Math.max(0, body.getInt());
        long seeds = Math.max(0, body.getInt());
        List<InetSocketAddress> peers = new ArrayList<>();
        CompactPeers.read(body, addressLength, peers);
        return new AnnouncedTorrent(new TrackerResponse(TrackerResponse.interval(intervalS, 0), peers,
                SwarmCounts.of(seeds, leeches), "", ""));
    }

    private static Scraped scraped(ByteBuffer body) {
        ByteBuffer rest = body.duplicate();
        List<SwarmCounts> counts = new ArrayList<>();
        while (rest.remaining() >= 12 && counts.size() < UdpRequest.MAX_SCRAPED) {
            long seeds = Math.max(0, rest.getInt());
            long downloaded = Math.max(0, rest.getInt());
            counts.add(SwarmCounts.of(seeds, Math.max(0, rest.getInt()), downloaded));
        }
        return new Scraped(counts);
    }
}

package org.gridtorrent.engine.announce;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.gridtorrent.engine.announce.AnnounceRequest.Event;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;

/** Values that several tests begin with. */
final class Samples {
    static final PeerId SELF = PeerId.next(new SplittableRandom(1));
    static final long SECOND_NS = 1_000_000_000L;

    private Samples() {}

    static InfoHash infoHash(long seed) {
        byte[] digest = new byte[InfoHash.V1_LENGTH];
        new SplittableRandom(seed).nextBytes(digest);
        return InfoHash.of(digest);
    }

    static TransferStats share(long left) {
        return new TransferStats(11, 22, left, false);
    }

    static AnnounceRequest announcement(Event event) {
        return new AnnounceRequest(infoHash(1), SELF, 0xCAFE0001, 6881, share(33), event, "");
    }

    static InetSocketAddress at(String literal, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), port);
    }

    static TrackerResponse answer(int intervalS, InetSocketAddress... peers) {
        return new TrackerResponse(Duration.ofSeconds(intervalS), List.of(peers),
                SwarmCounts.UNKNOWN, "", "");
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}

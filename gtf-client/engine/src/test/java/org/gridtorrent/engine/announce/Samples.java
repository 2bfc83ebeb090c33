package org.gridtorrent.engine.announce;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.engine.announce.message.TransferStats;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;

/** Values for several tests. */
public final class Samples {
    public static final PeerId SELF = PeerId.random(new SplittableRandom(1));
    public static final long SECOND_NS = 1_000_000_000L;

    private Samples() {}

    public static InfoHash infoHash(long seed) {
        byte[] digest = new byte[InfoHash.V1_LENGTH];
        new SplittableRandom(seed).nextBytes(digest);
        return InfoHash.of(digest);
    }

    public static TransferStats share(long left) {
        return new TransferStats(11, 22, left, false);
    }

    public static AnnounceRequest announcement(Event event) {
        return new AnnounceRequest(infoHash(1), SELF, 0xCAFE0001, 6881, share(33), event, "");
    }

    public static InetSocketAddress at(String literal, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), port);
    }

    public static TrackerResponse answer(int intervalS, InetSocketAddress... peers) {
        return new TrackerResponse(Duration.ofSeconds(intervalS), List.of(peers),
                SwarmCounts.UNKNOWN, "", "");
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}

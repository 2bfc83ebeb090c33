package org.gridtorrent.tracker.announce;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.tracker.swarm.Announce;
import org.gridtorrent.tracker.swarm.OpenSwarmTracker;
import org.gridtorrent.tracker.swarm.ScrapeCounts;

/**
 * What a datagram is answered (BEP 15). Nothing is held of who sends one, and who has not shown that he
 * hears what is sent to his address gets no more bytes than came in his name. For one thread; answers
 * that wait for the database come from others.
 */
final class UdpAnnounces {
    /** From this length on, a request is longer than what it is told when its id is over. */
    private static final int TOLD_FROM = 36;
    /** Bytes of peers that fit a datagram which no line has to cut up. */
    private static final int MOST_PEER_BYTES = 1_200;
    private static final ScrapeCounts NOTHING = new ScrapeCounts(0, 0, 0);

    private final OpenSwarmTracker openSwarms;
    private final ConnectionIds ids;
    private final AnnounceLimits limits;

    /** Sends an answer to whoever asked; safe for use by many threads. */
    interface Sender {
        void send(ByteBuffer answer, InetSocketAddress to);
    }

    UdpAnnounces(OpenSwarmTracker openSwarms, ConnectionIds ids, AnnounceLimits limits) {
        this.openSwarms = openSwarms;
        this.ids = ids;
        this.limits = limits;
    }

    /** Reads all of it before it returns. */
    void answer(ByteBuffer datagram, InetSocketAddress from, Sender sender) {
        int length = datagram.remaining();
        Optional<UdpRequest> read = UdpRequest.of(datagram);
        if (read.isEmpty()) {
            return;
        }
        UdpRequest request = read.get();
        if (request.isConnect()) {
            sender.send(UdpAnswers.connected(request.transaction(),
                    ids.idFor(from.getAddress())), from);
        } else if (ids.isOf(request.connectionId(), from.getAddress())) {
            answerKnown(request, from, sender);
        } else if (length >= TOLD_FROM) {
            sender.send(UdpAnswers.refused(request.transaction(),
                    new Refusal("connection id is over")), from);
        }
    }

    private void answerKnown(UdpRequest request, InetSocketAddress from, Sender sender) {
        try {
            switch (request.action()) {
                case UdpAnswers.ANNOUNCE -> announce(request, from, sender);
                case UdpAnswers.SCRAPE -> scrape(request, from, sender);
                default -> throw new Refusal("no such action");
            }
        } catch (Refusal e) {
            sender.send(UdpAnswers.refused(request.transaction(), e), from);
        }
    }

    private void announce(UdpRequest request, InetSocketAddress from, Sender sender)
            throws Refusal {
        InetAddress address = from.getAddress();
        Announce said = request.announce(address, mostPeers(address));
        openSwarms.whenReady(List.of(said.infoHash()), () -> sender.send(openSwarms.announce(said)
                .map(answer -> UdpAnswers.announced(request.transaction(), answer,
                        said.place().isV6()))
                .orElseGet(() -> UdpAnswers.refused(request.transaction(), Refusal.unknown())),
                from));
    }

    private int mostPeers(InetAddress asking) {
        return Math.min(limits.mostPeers(),
                MOST_PEER_BYTES / (asking.getAddress().length + Short.BYTES));
    }

    /** In the order asked for; what is not known, or not for everybody, is nothing. */
    private void scrape(UdpRequest request, InetSocketAddress from, Sender sender)
            throws Refusal {
        List<InfoHash> asked = request.scrape(limits.mostScraped());
        openSwarms.whenReady(asked, () -> {
            List<ScrapeCounts> counts = new ArrayList<>();
            asked.forEach(content -> counts.add(openSwarms.counts(content).orElse(NOTHING)));
            sender.send(UdpAnswers.scraped(request.transaction(), counts), from);
        });
    }
}

package org.gridtorrent.tracker.announce;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.tracker.swarm.Announce;
import org.gridtorrent.tracker.swarm.Announce.Event;
import org.gridtorrent.tracker.swarm.AnnouncerKey;
import org.gridtorrent.tracker.swarm.PeerEndpoint;

/** One datagram that somebody sent (BEP 15): its head, and the rest still to be read. */
record UdpRequest(long connectionId, int action, int transaction, ByteBuffer rest) {
    /** What stands for a connection id in the request for one. */
    static final long PROTOCOL = 0x41727101980L;
    /** Bytes; a scrape of more than 74 contents is to be seen as such, and no announce is as long. */
    static final int LONGEST = 2_000;
    private static final int HEAD = 16;
    private static final int ANNOUNCE = 82;
    private static final int IP_FIELD = Integer.BYTES;

    /** Empty for what is too short to be answered. */
    static Optional<UdpRequest> of(ByteBuffer datagram) {
        return datagram.remaining() < HEAD
                ? Optional.empty()
                : Optional.of(new UdpRequest(datagram.getLong(), datagram.getInt(),
                        datagram.getInt(), datagram));
    }

    boolean isConnect() {
        return action == UdpAnswers.CONNECT && connectionId == PROTOCOL;
    }

    /**
     * The address in it ({@code IP}) is not read, nor what follows the port (BEP 41). Some clients ask for no
     * peers when they mean the usual number.
     */
    Announce announce(InetAddress from, int mostWanted) throws Refusal {
        if (rest.remaining() < ANNOUNCE) {
            throw new Refusal("the announce is cut off");
        }
        InfoHash infoHash = InfoHash.of(bytes(InfoHash.V1_LENGTH));
        byte[] peerId = bytes(Announce.PEER_ID_LENGTH);
        rest.getLong(); // downloaded
        long left = rest.getLong();
        rest.getLong(); // uploaded
        Event event = event(rest.getInt());
        rest.position(rest.position() + IP_FIELD);
        byte[] key = bytes(Integer.BYTES);
        int wanted = rest.getInt();
        int port = Short.toUnsignedInt(rest.getShort());
        if (port == 0) {
            throw new Refusal("port has to be from 1 to 65535");
        }
        return new Announce(infoHash, PeerEndpoint.of(from, port), peerId,
                AnnouncerKey.of(peerId, key), left == 0,
                event, wanted <= 0 ? Announce.USUALLY_WANTED : Math.min(wanted, mostWanted),
                false);
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        rest.get(bytes);
        return bytes;
    }

    private static Event event(int number) throws Refusal {
        return switch (number) {
            case 0, 4 -> Event.UPDATE; // 4: stopped in the middle (BEP 21)
            case 1 -> Event.COMPLETED;
            case 2 -> Event.STARTED;
            case 3 -> Event.STOPPED;
            default -> throw new Refusal("event has to be from 0 to 3");
        };
    }

    List<InfoHash> scrape(int most) throws Refusal {
        int count = rest.remaining() / InfoHash.V1_LENGTH;
        if (count == 0 || count > most) {
            throw new Refusal("scrape 1 to " + most);
        }
        List<InfoHash> contents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            contents.add(InfoHash.of(bytes(InfoHash.V1_LENGTH)));
        }
        return contents;
    }
}

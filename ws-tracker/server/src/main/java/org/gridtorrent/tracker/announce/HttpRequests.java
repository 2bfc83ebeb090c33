package org.gridtorrent.tracker.announce;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.tracker.swarm.Announce;
import org.gridtorrent.tracker.swarm.Announce.Event;
import org.gridtorrent.tracker.swarm.AnnouncerKey;
import org.gridtorrent.tracker.swarm.PeerEndpoint;

/** Reads announces (BEP 3) and scrapes (BEP 48) from queries. */
final class HttpRequests {
    private static final String INFO_HASH = "info_hash";
    private static final int MOST_PORT = 65_535;
    private static final long NOT_SAID = -1;

    private HttpRequests() {}

    /**
     * What the stranger at this address says. Whatever address it names itself ({@code ip}) is not
     * read: others would call there.
     *
     * @param mostWanted peers it may get
     */
    static Announce announce(HttpQuery query, InetAddress from, int mostWanted) throws Refusal {
        byte[] infoHash = query.bytes(INFO_HASH, InfoHash.V1_LENGTH);
        byte[] peerId = query.bytes("peer_id", Announce.PEER_ID_LENGTH);
        byte[] key = query.value("key").orElse(new byte[0]);
        return new Announce(InfoHash.of(infoHash), PeerEndpoint.of(from, port(query)), peerId,
                AnnouncerKey.of(peerId, key), query.number("left", NOT_SAID) == 0, event(query),
                wanted(query, mostWanted), true);
    }

    private static int port(HttpQuery query) throws Refusal {
        long port = query.number("port", 0);
        if (port < 1 || port > MOST_PORT) {
            throw new Refusal("port has to be from 1 to " + MOST_PORT);
        }
        return (int) port;
    }

    /** A peer that has stopped to fetch in the middle is still there (BEP 21). */
    private static Event event(HttpQuery query) throws Refusal {
        String event = query.text("event").orElse("");
        return switch (event) {
            case "", "empty", "paused" -> Event.UPDATE;
            case "started" -> Event.STARTED;
            case "stopped" -> Event.STOPPED;
            case "completed" -> Event.COMPLETED;
            default -> throw new Refusal("event has to be started, stopped or completed");
        };
    }

    /** A negative number says that the tracker may choose; some clients say 0 and mean the same. */
    private static int wanted(HttpQuery query, int most) throws Refusal {
        Optional<String> said = query.text("numwant").filter(text -> !text.startsWith("-"));
        long wanted = said.isEmpty() ? 0 : query.number("numwant", 0);
        return (int) Math.min(most, wanted == 0 ? Announce.USUALLY_WANTED : wanted);
    }

    /** The contents that a scrape names. All of them at once are nobody's to ask for. */
    static List<InfoHash> scrape(HttpQuery query, int most) throws Refusal {
        List<InfoHash> contents = new ArrayList<>();
        for (byte[] hash : query.values(INFO_HASH)) {
            if (hash.length != InfoHash.V1_LENGTH) {
                throw new Refusal(INFO_HASH + " has to be " + InfoHash.V1_LENGTH + " bytes");
            }
            contents.add(InfoHash.of(hash));
        }
        if (contents.isEmpty() || contents.size() > most) {
            throw new Refusal("a scrape has to name from 1 to " + most + " contents");
        }
        return contents;
    }
}

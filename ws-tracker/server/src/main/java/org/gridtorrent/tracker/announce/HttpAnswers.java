package org.gridtorrent.tracker.announce;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.tracker.swarm.AnnounceResponse;
import org.gridtorrent.tracker.swarm.OpenSwarmTracker;
import org.gridtorrent.tracker.swarm.PeerEndpoint;
import org.gridtorrent.tracker.swarm.ScrapeCounts;
import org.gridtorrent.tracker.swarm.SwarmPeer;

/** Writes what an announce (BEP 3) and a scrape (BEP 48) are answered, bencoded. */
final class HttpAnswers {
    private HttpAnswers() {}

    static byte[] refusal(Refusal why) {
        return Bencode.encode(Bencode
                .dictionary(Map.of("failure reason", BencodeValue.of(why.words()))));
    }

    /**
     * The answer in the form of today: peers as bytes (BEP 23), those of IPv6 apart (BEP 7), and the
     * address that was observed (BEP 24).
     */
    static byte[] compact(AnnounceResponse answer, InetAddress asking) {
        Map<String, BencodeValue> said = head(answer, asking);
        said.put("peers", peers(answer.peers(), false));
        BencodeValue.ByteString v6 = peers(answer.peers(), true);
        if (v6.length() > 0) {
            said.put("peers6", v6);
        }
        return Bencode.encode(Bencode.dictionary(said));
    }

    private static Map<String, BencodeValue> head(AnnounceResponse answer, InetAddress asking) {
        Map<String, BencodeValue> said = new HashMap<>();
        ScrapeCounts counts = answer.counts();
        said.put("interval", BencodeValue.of(answer.intervalSeconds()));
        said.put("min interval", BencodeValue.of(
                Math.min(answer.intervalSeconds(), OpenSwarmTracker.SHORTEST_INTERVAL_SECONDS)));
        said.put("complete", BencodeValue.of(counts.seeds()));
        said.put("incomplete", BencodeValue.of(counts.leeches()));
        said.put("downloaded", BencodeValue.of(counts.downloads()));
        said.put("external ip", BencodeValue.of(asking.getAddress()));
        return said;
    }

    private static BencodeValue.ByteString peers(List<SwarmPeer> peers, boolean v6) {
        return BencodeValue.of(PeerBytes.of(peers, v6));
    }

    /** The same with a dictionary for each peer, as of old, for who asks for it. */
    static byte[] whole(AnnounceResponse answer, InetAddress asking, boolean withIds) {
        Map<String, BencodeValue> said = head(answer, asking);
        List<BencodeValue> peers = new ArrayList<>();
        answer.peers().forEach(peer -> peers.add(peer(peer, withIds)));
        said.put("peers", new BencodeValue.ListValue(peers));
        return Bencode.encode(Bencode.dictionary(said));
    }

    private static BencodeValue peer(SwarmPeer peer, boolean withId) {
        Map<String, BencodeValue> said = new HashMap<>();
        PeerEndpoint place = peer.place();
        said.put("ip", BencodeValue.of(place.address()));
        said.put("port", BencodeValue.of(place.port()));
        if (withId) {
            peer.peerId().ifPresent(id -> said.put("peer id", BencodeValue.of(id)));
        }
        return Bencode.dictionary(said);
    }

    static byte[] scrape(Map<InfoHash, ScrapeCounts> known) {
        Map<BencodeValue.ByteString, BencodeValue> files = new HashMap<>();
        known.forEach((content, counts) -> files.put(BencodeValue.of(content.bytes()),
                counts(counts)));
        return Bencode.encode(
                Bencode.dictionary(Map.of("files", Bencode.dictionaryByBytes(files))));
    }

    private static BencodeValue counts(ScrapeCounts counts) {
        return Bencode.dictionary(Map.of("complete", BencodeValue.of(counts.seeds()),
                "incomplete", BencodeValue.of(counts.leeches()),
                "downloaded", BencodeValue.of(counts.downloads())));
    }
}

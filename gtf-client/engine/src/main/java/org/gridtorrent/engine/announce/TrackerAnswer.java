package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gridtorrent.metainfo.Bencode;
import org.gridtorrent.metainfo.BencodeValue;
import org.gridtorrent.metainfo.MetainfoException;

/** What a tracker answered: who else is there, and when to ask again. */
public record TrackerAnswer(Duration interval, List<InetSocketAddress> peers) {
    private static final int MAX_PEERS = 200;
    private static final int IPV4 = 4;
    private static final int IPV6 = 16;
    private static final long MIN_INTERVAL_S = 30;
    private static final long MAX_INTERVAL_S = 3600;
    private static final long USUAL_INTERVAL_S = 300;

    static TrackerAnswer parse(byte[] body) throws IOException {
        BencodeValue.Dictionary answer;
        try {
            if (!(Bencode.decode(body) instanceof BencodeValue.Dictionary dictionary)) {
                throw new IOException("the answer is no dictionary");
            }
            answer = dictionary;
        } catch (MetainfoException e) {
            throw new IOException("the answer is not bencoded: " + e.getMessage(), e);
        }
        var failure = answer.text("failure reason").flatMap(BencodeValue.Text::utf8);
        if (failure.isPresent()) {
            throw new IOException("it says: " + failure.get());
        }
        long interval = answer.integer("interval").orElse(USUAL_INTERVAL_S);
        return new TrackerAnswer(
                Duration.ofSeconds(Math.clamp(interval, MIN_INTERVAL_S, MAX_INTERVAL_S)),
                peers(answer));
    }

    private static List<InetSocketAddress> peers(BencodeValue.Dictionary answer)
            throws IOException {
        List<InetSocketAddress> peers = new ArrayList<>();
        if (answer.text("peers").isPresent()) {
            compact(answer.text("peers").get().bytes(), IPV4, peers);
        }
        if (answer.text("peers6").isPresent()) {
            compact(answer.text("peers6").get().bytes(), IPV6, peers);
        }
        for (BencodeValue peer : answer.list("peers").orElse(List.of())) {
            if (peer instanceof BencodeValue.Dictionary entry) {
                named(entry, peers);
            }
        }
        return List.copyOf(peers.subList(0, Math.min(MAX_PEERS, peers.size())));
    }

    /** BEP 23, BEP 7. */
    private static void compact(byte[] bytes, int addressLength, List<InetSocketAddress> peers)
            throws IOException {
        int entry = addressLength + 2;
        for (int at = 0; at + entry <= bytes.length && peers.size() < MAX_PEERS; at += entry) {
            InetAddress address = InetAddress
                    .getByAddress(Arrays.copyOfRange(bytes, at, at + addressLength));
            int port = ((bytes[at + addressLength] & 0xFF) << 8)
                    | (bytes[at + addressLength + 1] & 0xFF);
            if (port != 0) {
                peers.add(new InetSocketAddress(address, port));
            }
        }
    }

    /** Literal addresses only: a name would make this machine ask the name service for anything. */
    private static void named(BencodeValue.Dictionary entry, List<InetSocketAddress> peers) {
        String ip = entry.text("ip").flatMap(BencodeValue.Text::utf8).orElse("");
        long port = entry.integer("port").orElse(0L);
        if (port > 0 && port < 65536 && peers.size() < MAX_PEERS) {
            try {
                peers.add(new InetSocketAddress(InetAddress.ofLiteral(ip), (int) port));
            } catch (IllegalArgumentException e) {
                return; // no literal address: passed over
            }
        }
    }
}

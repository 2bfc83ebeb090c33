package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.engine.wire.CompactPeers;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;

/** Reads the bencoded answers of HTTP trackers (BEP 3, 7, 23, 31, 48). */
final class HttpAnswers {
    private static final long USUAL_INTERVAL_S = 300;
    private static final int MAX_TRACKER_ID = 256;
    private static final int OK = 200;
    /** "Never" is as long as no program runs. */
    private static final Duration NEVER = Duration.ofDays(365);
    private static final long LEAST_RETRY_MIN = 1;
    private static final long MOST_RETRY_MIN = 24 * 60;

    private HttpAnswers() {}

    static TrackerAnswer announced(HttpFetch.Reply reply) throws IOException {
        Dictionary answer = dictionary(reply);
        return new TrackerAnswer(
                TrackerAnswer.interval(answer.integer("interval").orElse(USUAL_INTERVAL_S),
                        answer.integer("min interval").orElse(0L)),
                peers(answer), counts(answer), trackerId(answer),
                answer.byteString("warning message").map(text -> TrackerRefusal.harmless(
                        text.toString())).orElse(""));
    }

    /** Counts in the order of the contents; unknown for one that the tracker does not speak of. */
    static List<SwarmCounts> scraped(HttpFetch.Reply reply, List<InfoHash> contents)
            throws IOException {
        Dictionary files = dictionary(reply).dictionary("files")
                .orElseThrow(() -> new UselessAnswer("its answer to a scrape names no contents"));
        return contents.stream()
                .map(content -> files.entries()
                        .get(BencodeValue.of(Announcement.name(content))))
                .map(found -> found instanceof Dictionary counts
                        ? counts(counts)
                        : SwarmCounts.UNKNOWN)
                .toList();
    }

    /** The body, or why there is none that can be used. A reason in the tracker's words is best. */
    private static Dictionary dictionary(HttpFetch.Reply reply) throws IOException {
        try {
            if (Bencode.decode(reply.body()) instanceof Dictionary answer) {
                var failure = answer.byteString("failure reason");
                if (failure.isPresent()) {
                    throw new TrackerRefusal(failure.get().toString(), retryIn(answer));
                }
                if (reply.status() == OK) {
                    return answer;
                }
            }
        } catch (BencodeException e) {
            if (reply.status() == OK) {
                throw new UselessAnswer("its answer is not bencoded: " + e.getMessage(), e);
            }
        }
        throw new UselessAnswer(reply.status() == OK
                ? "its answer is no dictionary"
                : "HTTP status " + reply.status());
    }

    private static Optional<Duration> retryIn(Dictionary answer) {
        return answer.get("retry in").flatMap(value -> switch (value) {
            case BencodeValue.Int(long minutes) -> Optional.of(Duration
                    .ofMinutes(Math.clamp(minutes, LEAST_RETRY_MIN, MOST_RETRY_MIN)));
            case BencodeValue.ByteString text when text.toString().equals("never") ->
                Optional.of(NEVER);
            default -> Optional.empty();
        });
    }

    private static SwarmCounts counts(Dictionary answer) {
        return new SwarmCounts(count(answer, "complete"), count(answer, "incomplete"),
                count(answer, "downloaded"));
    }

    private static OptionalLong count(Dictionary answer, String key) {
        return answer.integer(key).filter(count -> count >= 0)
                .map(count -> OptionalLong.of(count)).orElse(OptionalLong.empty());
    }

    private static String trackerId(Dictionary answer) {
        return answer.byteString("tracker id").filter(id -> id.length() <= MAX_TRACKER_ID)
                .map(id -> new String(id.bytes(), StandardCharsets.ISO_8859_1)).orElse("");
    }

    private static List<InetSocketAddress> peers(Dictionary answer) {
        List<InetSocketAddress> peers = new ArrayList<>();
        answer.byteString("peers").ifPresent(packed -> CompactPeers
                .read(ByteBuffer.wrap(packed.bytes()), CompactPeers.IPV4, peers));
        answer.byteString("peers6").ifPresent(packed -> CompactPeers
                .read(ByteBuffer.wrap(packed.bytes()), CompactPeers.IPV6, peers));
        for (BencodeValue peer : answer.list("peers").orElse(List.of())) {
            if (peers.size() < CompactPeers.MAX && peer instanceof Dictionary entry) {
                named(entry, peers);
            }
        }
        return peers;
    }

    /** Literal addresses only: a name would make this machine ask the name service for anything. */
    private static void named(Dictionary entry, List<InetSocketAddress> peers) {
        String ip = entry.byteString("ip").map(BencodeValue.ByteString::toString).orElse("");
        long port = entry.integer("port").orElse(0L);
        if (port > 0 && port < 65536) {
            try {
                peers.add(new InetSocketAddress(InetAddress.ofLiteral(ip), (int) port));
            } catch (IllegalArgumentException e) {
                return; // no literal address: passed over
            }
        }
    }
}

package org.gridtorrent.engine.announce.http;

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
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerFailureException;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.engine.wire.CompactPeers;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;
import org.gridtorrent.metainfo.bencode.ForeignFormat;

/** Parser of the bencoded responses of HTTP trackers (BEP 3, 7, 23, 31, 48). */
final class HttpResponses {
    private static final long DEFAULT_INTERVAL_S = 300;
    private static final int MAX_TRACKER_ID_LENGTH = 256;
    private static final int OK = 200;
    /** BEP 31's "never". */
    private static final Duration NEVER = Duration.ofDays(365);
    private static final long MIN_RETRY_MINUTES = 1;
    private static final long MAX_RETRY_MINUTES = 24 * 60;

    private HttpResponses() {}

    static TrackerResponse parseAnnounce(SafeHttpClient.Response response) throws IOException {
        Dictionary body = dictionary(response);
        return new TrackerResponse(
                TrackerResponse.interval(body.integer("interval").orElse(DEFAULT_INTERVAL_S),
                        body.integer("min interval").orElse(0L)),
                peers(body), counts(body), trackerId(body),
                body.byteString("warning message").map(text -> TrackerFailureException.printable(
                        text.toString())).orElse(""));
    }

    /** Counts in the order of the info-hashes; unknown for those that the tracker does not name. */
    static List<SwarmCounts> parseScrape(SafeHttpClient.Response response, List<InfoHash> contents)
            throws IOException {
        Dictionary files = dictionary(response).dictionary("files")
                .orElseThrow(() -> new InvalidResponseException(
                        "its answer to a scrape names no contents"));
        return contents.stream()
                .map(content -> files.entries()
                        .get(BencodeValue.of(content.truncated().bytes())))
                .map(found -> found instanceof Dictionary counts
                        ? counts(counts)
                        : SwarmCounts.UNKNOWN)
                .toList();
    }

    /** The body of a good response; a failure reason in it goes before the HTTP status. */
    private static Dictionary dictionary(SafeHttpClient.Response response) throws IOException {
        try {
            if (Bencode.decode(response.body()) instanceof Dictionary body) {
                var failure = body.byteString("failure reason");
                if (failure.isPresent()) {
                    throw new TrackerFailureException(failure.get().toString(), retryIn(body));
                }
                if (response.status() == OK) {
                    return body;
                }
            }
        } catch (BencodeException e) {
            if (response.status() == OK) {
                throw new InvalidResponseException("its answer is "
                        + ForeignFormat.of(response.body()).map(ForeignFormat::describe)
                                .orElse("not bencoded: " + e.getMessage()),
                        e);
            }
        }
        throw new InvalidResponseException(response.status() == OK
                ? "its answer is no dictionary"
                : "HTTP status " + response.status());
    }

    /** By BEP 31, or else the interval that some trackers give with a failure. */
    private static Optional<Duration> retryIn(Dictionary body) {
        var interval = body.integer("interval");
        var minInterval = body.integer("min interval");
        return bep31RetryIn(body).or(() -> interval.or(() -> minInterval)
                .map(seconds -> TrackerResponse.interval(seconds, minInterval.orElse(0L))));
    }

    private static Optional<Duration> bep31RetryIn(Dictionary body) {
        return body.get("retry in").flatMap(value -> switch (value) {
            case BencodeValue.Int(long minutes) -> Optional.of(Duration
                    .ofMinutes(Math.clamp(minutes, MIN_RETRY_MINUTES, MAX_RETRY_MINUTES)));
            case BencodeValue.ByteString text when text.toString().equals("never") ->
                Optional.of(NEVER);
            default -> Optional.empty();
        });
    }

    private static SwarmCounts counts(Dictionary body) {
        return new SwarmCounts(count(body, "complete"), count(body, "incomplete"),
                count(body, "downloaded"));
    }

    private static OptionalLong count(Dictionary body, String key) {
        return body.integer(key).filter(count -> count >= 0)
                .map(count -> OptionalLong.of(count)).orElse(OptionalLong.empty());
    }

    private static String trackerId(Dictionary body) {
        return body.byteString("tracker id").filter(id -> id.length() <= MAX_TRACKER_ID_LENGTH)
                .map(id -> new String(id.bytes(), StandardCharsets.ISO_8859_1)).orElse("");
    }

    private static List<InetSocketAddress> peers(Dictionary body) {
        List<InetSocketAddress> peers = new ArrayList<>();
        body.byteString("peers").ifPresent(packed -> CompactPeers
                .read(ByteBuffer.wrap(packed.bytes()), CompactPeers.IPV4, peers));
        body.byteString("peers6").ifPresent(packed -> CompactPeers
                .read(ByteBuffer.wrap(packed.bytes()), CompactPeers.IPV6, peers));
        for (BencodeValue peer : body.list("peers").orElse(List.of())) {
            if (peers.size() < CompactPeers.MAX_PEERS && peer instanceof Dictionary entry) {
                addPeer(entry, peers);
            }
        }
        return peers;
    }

    /** Takes literal addresses only: a host name would let the tracker make us query DNS. */
    private static void addPeer(Dictionary entry, List<InetSocketAddress> peers) {
        String ip = entry.byteString("ip").map(BencodeValue.ByteString::toString).orElse("");
        long port = entry.integer("port").orElse(0L);
        if (port > 0 && port < 65536) {
            try {
                peers.add(new InetSocketAddress(InetAddress.ofLiteral(ip), (int) port));
            } catch (IllegalArgumentException e) {
                return; // no literal address: ignored
            }
        }
    }
}

package org.gridtorrent.engine.announce.message;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Announce to a tracker, over HTTP or UDP (BEP 3, 15).
 *
 * @param key a random number for trackers only, which identifies the client when its address changes
 * @param trackerId the tracker id of the last response, a character for each byte; empty if none
 */
public record AnnounceRequest(InfoHash infoHash, PeerId peerId, int key, int port,
        TransferStats stats,
        Event event, String trackerId) {
    private static final int NUM_WANT = 50;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** The reason for the announce. */
    public enum Event {
        STARTED("started", 2),
        PERIODIC("", 0),
        COMPLETED("completed", 1),
        /** We are a partial seed (BEP 21); BEP 15 has no number for it. */
        PAUSED("paused", 0),
        STOPPED("stopped", 3);

        private final String word;
        private final int code;

        Event(String word, int code) {
            this.word = word;
            this.code = code;
        }

        /** The number of the event in BEP 15. */
        public int code() {
            return code;
        }
    }

    public int numWant() {
        return event == Event.STOPPED ? 0 : NUM_WANT;
    }

    /** The query of an HTTP announce (BEP 3), which asks for compact peers (BEP 23). */
    public String query() {
        StringBuilder query = new StringBuilder(400);
        query.append("info_hash=").append(percentEncoded(infoHash.truncated().bytes()));
        query.append("&peer_id=").append(percentEncoded(peerId.bytes()));
        query.append("&port=").append(port).append("&uploaded=").append(stats.uploaded());
        query.append("&downloaded=").append(stats.downloaded());
        query.append("&left=").append(stats.left());
        query.append("&compact=1&no_peer_id=1&numwant=").append(numWant());
        query.append("&key=").append(HEX.toHexDigits(key));
        if (!trackerId.isEmpty()) {
            query.append("&trackerid=")
                    .append(percentEncoded(trackerId.getBytes(StandardCharsets.ISO_8859_1)));
        }
        return event.word.isEmpty()
                ? query.toString()
                : query.append("&event=").append(event.word).toString();
    }

    public static String percentEncoded(byte[] bytes) {
        StringBuilder text = new StringBuilder(3 * bytes.length);
        for (byte b : bytes) {
            if (b > 0 && Character.isLetterOrDigit(b)) {
                text.append((char) b);
            } else {
                text.append('%').append(HEX.toHexDigits(b));
            }
        }
        return text.toString();
    }
}

package org.gridtorrent.engine.announce;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;

/**
 * What a tracker is told (BEP 3).
 *
 * @param key any number, told to trackers only: it shows that this is still the same client when its
 *     address has changed
 * @param trackerId what this tracker last asked to be told, a character for each byte; empty if nothing
 */
public record AnnounceRequest(InfoHash infoHash, PeerId peerId, int key, int port, TransferStats share,
        Event event, String trackerId) {
    /** Peers asked for. */
    private static final int WANTED = 50;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Why it is told now. */
    public enum Event {
        STARTED("started", 2),
        PERIODIC("", 0),
        COMPLETED("completed", 1),
        /** It is a partial seed (BEP 21), which BEP 15 has no number for. */
        PAUSED("paused", 0),
        STOPPED("stopped", 3);

        private final String word;
        private final int number;

        Event(String word, int number) {
            this.word = word;
            this.number = number;
        }

        /** BEP 15's. */
        int number() {
            return number;
        }
    }

    int wanted() {
        return event == Event.STOPPED ? 0 : WANTED;
    }

    /** The query of a BEP 3 announce; peers are wanted in BEP 23's compact form. */
    String query() {
        StringBuilder query = new StringBuilder(400);
        query.append("info_hash=").append(escaped(name(infoHash)));
        query.append("&peer_id=").append(escaped(peerId.bytes()));
        query.append("&port=").append(port).append("&uploaded=").append(share.uploaded());
        query.append("&downloaded=").append(share.downloaded());
        query.append("&left=").append(share.left());
        query.append("&compact=1&no_peer_id=1&numwant=").append(wanted());
        query.append("&key=").append(HEX.toHexDigits(key));
        if (!trackerId.isEmpty()) {
            query.append("&trackerid=")
                    .append(escaped(trackerId.getBytes(StandardCharsets.ISO_8859_1)));
        }
        return event.word.isEmpty()
                ? query.toString()
                : query.append("&event=").append(event.word).toString();
    }

    /** How trackers know a content: by 20 bytes, the first ones of a longer hash (BEP 52). */
    static byte[] name(InfoHash infoHash) {
        return Arrays.copyOf(infoHash.bytes(), InfoHash.V1_LENGTH);
    }

    static String escaped(byte[] bytes) {
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

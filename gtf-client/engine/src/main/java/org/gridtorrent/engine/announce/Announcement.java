package org.gridtorrent.engine.announce;

import java.nio.charset.StandardCharsets;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;

/** What a tracker is told (BEP 3); lengths in bytes. */
public record Announcement(InfoHash infoHash, PeerId peerId, int port, long uploaded,
        long downloaded, long left, Event event) {

    /** Why it is told now. */
    public enum Event {
        STARTED,
        PERIODIC,
        COMPLETED,
        STOPPED
    }

    /** The query of a BEP 3 announce; 50 peers are asked for, in BEP 23's compact form. */
    String query() {
        StringBuilder query = new StringBuilder();
        query.append("info_hash=").append(escaped(infoHash.bytes()));
        query.append("&peer_id=").append(escaped(peerId.bytes()));
        query.append("&port=").append(port).append("&uploaded=").append(uploaded);
        query.append("&downloaded=").append(downloaded).append("&left=").append(left);
        query.append("&compact=1&numwant=").append(event == Event.STOPPED ? 0 : 50);
        String name = switch (event) {
            case STARTED -> "started";
            case PERIODIC -> "";
            case COMPLETED -> "completed";
            case STOPPED -> "stopped";
        };
        return name.isEmpty() ? query.toString() : query + "&event=" + name;
    }

    private static String escaped(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            boolean plain = b > 0 && Character.isLetterOrDigit(b);
            text.append(plain
                    ? new String(new byte[]{b}, StandardCharsets.US_ASCII)
                    : String.format("%%%02X", b & 0xFF));
        }
        return text.toString();
    }
}

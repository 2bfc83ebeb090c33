package org.gridtorrent.tracker.announce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gridtorrent.tracker.swarm.AnnounceResponse;
import org.gridtorrent.tracker.swarm.ScrapeCounts;

/** Writes BEP 15's answers. */
final class UdpAnswers {
    static final int CONNECT = 0;
    static final int ANNOUNCE = 1;
    static final int SCRAPE = 2;
    static final int ERROR = 3;
    private static final int HEAD = 2 * Integer.BYTES;
    private static final int COUNTS = 3 * Integer.BYTES;

    private UdpAnswers() {}

    static ByteBuffer connected(int transaction, long connectionId) {
        return head(CONNECT, transaction, Long.BYTES).putLong(connectionId).flip();
    }

    private static ByteBuffer head(int action, int transaction, int more) {
        return ByteBuffer.allocate(HEAD + more).putInt(action).putInt(transaction);
    }

    static ByteBuffer announced(int transaction, AnnounceResponse answer, boolean v6) {
        byte[] peers = PeerBytes.of(answer.peers(), v6);
        return head(ANNOUNCE, transaction, COUNTS + peers.length)
                .putInt(answer.intervalSeconds()).putInt(answer.counts().leeches())
                .putInt(answer.counts().seeds()).put(peers).flip();
    }

    static ByteBuffer scraped(int transaction, List<ScrapeCounts> all) {
        ByteBuffer out = head(SCRAPE, transaction, all.size() * COUNTS);
        for (ScrapeCounts counts : all) {
            out.putInt(counts.seeds())
                    .putInt((int) Math.min(Integer.MAX_VALUE, counts.downloads()))
                    .putInt(counts.leeches());
        }
        return out.flip();
    }

    static ByteBuffer refused(int transaction, Refusal why) {
        byte[] words = why.words().getBytes(StandardCharsets.US_ASCII);
        return head(ERROR, transaction, words.length).put(words).flip();
    }
}

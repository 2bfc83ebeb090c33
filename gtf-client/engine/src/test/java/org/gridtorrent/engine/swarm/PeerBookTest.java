package org.gridtorrent.engine.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import org.gridtorrent.engine.transport.PeerAddress;
import org.junit.jupiter.api.Test;

class PeerBookTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final PeerAddress SEED = PeerAddress
            .tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001));

    private final PeerBook book = new PeerBook(new SplittableRandom(4));
    private long nowNs;

    @Test
    void aPeerThatDoesNotAnswer_isAskedLessAndLess() {
        failOften();
        nowNs += 60 * SECOND_NS;
        assertThat(book.due(1, nowNs)).isEmpty();
        nowNs += 240 * SECOND_NS;
        assertThat(book.due(1, nowNs)).containsExactly(SEED);
    }

    @Test
    void aPeerThatIsNamedAgain_isAskedSoon() {
        failOften();
        book.add(List.of(SEED), nowNs);
        nowNs += 15 * SECOND_NS;
        assertThat(book.due(1, nowNs)).containsExactly(SEED);
    }

    @Test
    void anotherWayToAConnectedPeer_isNotAskedSoonForBeingNamedAgain() {
        book.add(List.of(SEED), nowNs);
        book.due(1, nowNs);
        book.connected(SEED);
        book.notSoon(SEED, nowNs);
        book.add(List.of(SEED), nowNs);
        nowNs += 60 * SECOND_NS;
        assertThat(book.due(1, nowNs)).isEmpty();
    }

    private void failOften() {
        book.add(List.of(SEED), nowNs);
        for (int i = 0; i < 10; i++) {
            nowNs += 300 * SECOND_NS;
            assertThat(book.due(1, nowNs)).containsExactly(SEED);
            book.failed(SEED, new IOException("refused"), nowNs);
        }
    }
}

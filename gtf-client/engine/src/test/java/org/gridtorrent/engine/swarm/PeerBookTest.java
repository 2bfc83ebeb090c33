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

    private final PeerBook book = new PeerBook(new SplittableRandom(4),
            InetSocketAddress::getPort);
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

    @Test
    void whoeverOnlyAPeerToldOf_comesAfterTheOthers_andTheGreatestPriorityFirst() {
        heardOf(9000);
        book.add(List.of(at(7001), at(7003), at(7002)), nowNs);
        heardOf(9001);
        assertThat(book.due(3, nowNs)).containsExactly(at(7003), at(7002), at(7001));
        assertThat(book.due(3, nowNs)).containsExactly(at(9001), at(9000));
    }

    @Test
    void whoeverOnlyAPeerToldOf_isForgottenWhenItDoesNotAnswerTwice() {
        heardOf(7001);
        for (int i = 0; i < 2; i++) {
            assertThat(book.due(1, nowNs)).containsExactly(SEED);
            book.failed(SEED, new IOException("refused"), nowNs);
            nowNs += 10 * SECOND_NS;
        }
        assertThat(book.size()).isZero();
    }

    @Test
    void whoeverATrackerNamesAsWell_isNotForgotten() {
        heardOf(7001);
        failOften();
        assertThat(book.size()).isEqualTo(1);
    }

    @Test
    void whoWasReachedOnce_isNotForgotten() {
        heardOf(7001);
        assertThat(book.due(1, nowNs)).containsExactly(SEED);
        book.connected(SEED);
        book.lost(SEED, true, nowNs);
        for (int i = 0; i < 5; i++) {
            nowNs += 300 * SECOND_NS;
            assertThat(book.due(1, nowNs)).containsExactly(SEED);
            book.failed(SEED, new IOException("refused"), nowNs);
        }
        assertThat(book.size()).isEqualTo(1);
    }

    @Test
    void whomAPeerHasLost_isForgotten_unlessItIsKnownOtherwise() {
        heardOf(7001);
        book.heardOfNoMore(SEED.address(), 2);
        assertThat(book.size()).as("another one's word").isEqualTo(1);
        book.heardOfNoMore(SEED.address(), 1);
        assertThat(book.size()).isZero();
        book.add(List.of(SEED), nowNs);
        heardOf(7001);
        book.heardOfNoMore(SEED.address(), 1);
        assertThat(book.size()).isEqualTo(1);
    }

    @Test
    void onePeerCannotFillTheBook() {
        for (int i = 1; i < 250; i++) {
            book.heardOf(new InetSocketAddress("198.18.0." + i, 6881), 1, false, nowNs);
        }
        assertThat(book.size()).isEqualTo(50);
    }

    @Test
    void aSeedThatASeedHearsOf_isDialledWhenMoreIsWanted() {
        book.heardOf(SEED.address(), 1, true, nowNs);
        assertThat(book.due(1, nowNs)).isEmpty();
        book.recallSpares(nowNs);
        assertThat(book.due(1, nowNs)).containsExactly(SEED);
    }

    @Test
    void oneThatIsKnownOverPtcp_isNotDialledByTcpSinceAPeerToldOfIt() {
        PeerAddress overPtcp = new PeerAddress(SEED.address(), "ptcp");
        book.add(List.of(overPtcp), nowNs);
        heardOf(7001);
        assertThat(book.due(9, nowNs)).containsExactly(overPtcp);
    }

    @Test
    void oneThatAPeerToldOf_isDialledOverPtcpWhenItBecomesKnownSo() {
        PeerAddress overPtcp = new PeerAddress(SEED.address(), "ptcp");
        heardOf(7001);
        book.add(List.of(overPtcp), nowNs);
        assertThat(book.due(9, nowNs)).containsExactly(overPtcp);
    }

    private void heardOf(int port) {
        book.heardOf(at(port).address(), 1, false, nowNs);
    }

    private static PeerAddress at(int port) {
        return PeerAddress
                .tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
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

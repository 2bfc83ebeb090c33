package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.ProtocolException;
import org.junit.jupiter.api.Test;

class PeerListTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final PeerAddress SEED = PeerAddress
            .tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001));

    private final PeerList peerList = new PeerList(new SplittableRandom(4),
            InetSocketAddress::getPort);
    private long nowNs;

    /** Addresses to dial now. */
    private List<PeerAddress> due(int limit) {
        return peerList.takeDue(limit, Set.of(), nowNs).stream()
                .flatMap(dial -> dial.addresses().stream())
                .toList();
    }

    @Test
    void pausesDoubleAfterFailures() {
        failOften();
        nowNs += 60 * SECOND_NS;
        assertThat(due(1)).isEmpty();
        nowNs += 240 * SECOND_NS;
        assertThat(due(1)).containsExactly(SEED);
    }

    @Test
    void dialsSoonWhenNamedAgain() {
        failOften();
        peerList.add(List.of(SEED), nowNs);
        nowNs += 4 * SECOND_NS;
        assertThat(due(1)).containsExactly(SEED);
    }

    @Test
    void dialsLaterWhenNamedAgainWhileAnotherIsConnected() {
        failOften();
        peerList.add(List.of(at(7002)), nowNs);
        assertThat(due(1)).containsExactly(at(7002));
        peerList.connected(at(7002));
        peerList.add(List.of(SEED), nowNs);
        nowNs += 4 * SECOND_NS;
        assertThat(due(1)).isEmpty();
        nowNs += 11 * SECOND_NS;
        assertThat(due(1)).containsExactly(SEED);
    }

    @Test
    void doesNotHastenSecondAddressOfConnectedPeer() {
        peerList.add(List.of(SEED), nowNs);
        assertThat(due(1)).containsExactly(SEED);
        peerList.connected(SEED);
        peerList.setAside(SEED, nowNs);
        peerList.add(List.of(SEED), nowNs);
        nowNs += 60 * SECOND_NS;
        assertThat(due(1)).isEmpty();
    }

    @Test
    void dialsPexPeersLastByPriority() {
        heardOf(9000);
        peerList.add(List.of(at(7001), at(7003), at(7002)), nowNs);
        heardOf(9001);
        assertThat(due(3)).containsExactly(at(7003), at(7002), at(7001));
        assertThat(due(3)).containsExactly(at(9001), at(9000));
    }

    @Test
    void removesPexPeerAfterTwoFailures() {
        heardOf(7001);
        for (int i = 0; i < 2; i++) {
            assertThat(due(1)).containsExactly(SEED);
            peerList.dialFailed(SEED, new IOException("refused"), nowNs);
            nowNs += 10 * SECOND_NS;
        }
        assertThat(peerList.size()).isZero();
    }

    @Test
    void keepsPexPeerThatTrackerAlsoNames() {
        heardOf(7001);
        failOften();
        assertThat(peerList.size()).isEqualTo(1);
    }

    @Test
    void keepsPexPeerOnceConnected() {
        heardOf(7001);
        assertThat(due(1)).containsExactly(SEED);
        peerList.connected(SEED);
        peerList.disconnected(SEED, true, Optional.empty(), nowNs);
        for (int i = 0; i < 5; i++) {
            nowNs += 300 * SECOND_NS;
            assertThat(due(1)).containsExactly(SEED);
            peerList.dialFailed(SEED, new IOException("refused"), nowNs);
        }
        assertThat(peerList.size()).isEqualTo(1);
    }

    @Test
    void reportsAndPausesPeerThatBreaksProtocol() {
        peerList.add(List.of(SEED), nowNs);
        for (long pauseSeconds : new long[]{8, 16, 32}) {
            assertThat(due(1)).containsExactly(SEED);
            peerList.connected(SEED);
            assertThat(peerList.fault()).isEmpty();
            PeerFault nonsense = new PeerFault.ProtocolViolation(SEED, "says nonsense");
            peerList.disconnected(SEED, true, Optional.of(nonsense), nowNs);
            assertThat(peerList.fault()).contains(nonsense);
            nowNs += (pauseSeconds / 2 - 1) * SECOND_NS;
            assertThat(due(1)).isEmpty();
            nowNs += (pauseSeconds / 2 + 1) * SECOND_NS;
        }
    }

    @Test
    void reportsPeerThatIsNotBitTorrent() {
        peerList.add(List.of(SEED), nowNs);
        assertThat(due(1)).containsExactly(SEED);
        peerList.dialFailed(SEED, new ProtocolException("does not begin like BitTorrent"), nowNs);
        assertThat(peerList.fault()).contains(
                new PeerFault.ProtocolViolation(SEED, "does not begin like BitTorrent"));
    }

    @Test
    void removesDroppedPexPeerUnlessKnownOtherwise() {
        heardOf(7001);
        peerList.dropFromPex(SEED.address(), 2);
        assertThat(peerList.size()).as("another one's word").isEqualTo(1);
        peerList.dropFromPex(SEED.address(), 1);
        assertThat(peerList.size()).isZero();
        peerList.add(List.of(SEED), nowNs);
        heardOf(7001);
        peerList.dropFromPex(SEED.address(), 1);
        assertThat(peerList.size()).isEqualTo(1);
    }

    @Test
    void onePexSourceCannotFillTheList() {
        for (int i = 1; i < 250; i++) {
            peerList.addFromPex(new InetSocketAddress("198.18.0." + i, 6881), 1, false, nowNs);
        }
        assertThat(peerList.size()).isEqualTo(50);
    }

    @Test
    void bansRemovedOrRedialledPeer() {
        peerList.neverDial(SEED);
        peerList.add(List.of(SEED), nowNs);
        assertThat(due(1)).containsExactly(SEED);
        peerList.neverDial(SEED);
        peerList.forgetAll();
        peerList.dialFailed(SEED, new IOException("nobody"), nowNs);
        peerList.add(List.of(SEED), nowNs);
        nowNs += 3600 * SECOND_NS;
        assertThat(due(1)).isEmpty();
    }

    @Test
    void dialsSpareSeedWhenRecalled() {
        peerList.addFromPex(SEED.address(), 1, true, nowNs);
        assertThat(due(1)).isEmpty();
        assertThat(peerList.isAnyExpected()).isFalse();
        peerList.recallSetAside(nowNs);
        assertThat(peerList.isAnyExpected()).isTrue();
        assertThat(due(1)).containsExactly(SEED);
    }

    @Test
    void doesNotAddPexPeerKnownByPtcp() {
        PeerAddress overPtcp = new PeerAddress(SEED.address(), "ptcp");
        peerList.add(List.of(overPtcp), nowNs);
        heardOf(7001);
        assertThat(due(9)).containsExactly(overPtcp);
    }

    @Test
    void ptcpAddressReplacesPexPeer() {
        PeerAddress overPtcp = new PeerAddress(SEED.address(), "ptcp");
        heardOf(7001);
        peerList.add(List.of(overPtcp), nowNs);
        assertThat(due(9)).containsExactly(overPtcp);
    }

    private static PeerAddress over(String host) {
        return PeerAddress.tcp(new InetSocketAddress(InetAddress.ofLiteral(host), 7001));
    }

    private static final PeerAddress OUTER = over("198.18.0.1");
    private static final PeerAddress INNER = over("10.0.0.7");
    private static final PeerAddress V6 = over("2001:db8::7");

    private void named(String device, PeerAddress... said) {
        peerList.addDevices(List.of(new DeviceAddresses(device, List.of(OUTER), List.of(said))),
                nowNs);
    }

    private void failing(PeerAddress... addresses) {
        for (PeerAddress address : addresses) {
            peerList.dialFailed(address, new IOException("no answer"), nowNs);
        }
    }

    @Test
    void dialsAllAddressesOfDeviceNearestFirst() {
        named("d", V6, INNER);
        assertThat(peerList.takeDue(9, Set.of(), nowNs))
                .containsExactly(new Dial("d", List.of(INNER, V6, OUTER)));
        assertThat(due(9)).isEmpty();
        assertThat(peerList.isDialling()).isTrue();
        failing(INNER, V6);
        assertThat(peerList.isDialling()).isTrue();
        failing(OUTER);
        assertThat(peerList.isDialling()).isFalse();
    }

    @Test
    void doesNotDialOtherAddressesOfConnectedDevice() {
        named("d", V6, INNER);
        due(9);
        failing(INNER);
        peerList.connected(V6);
        nowNs += 400 * SECOND_NS;
        named("d", V6, INNER);
        nowNs += 400 * SECOND_NS;
        assertThat(due(9)).isEmpty();
        peerList.disconnected(V6, true, Optional.empty(), nowNs);
        assertThat(due(9)).as("the pause holds for all its addresses").isEmpty();
        nowNs += SECOND_NS;
        assertThat(due(9)).containsExactly(INNER, V6, OUTER);
    }

    @Test
    void doesNotDialDeviceThatConnectedItself() {
        named("d", V6);
        assertThat(peerList.takeDue(9, Set.of("d"), nowNs)).isEmpty();
        assertThat(peerList.takeDue(9, Set.of("another"), nowNs)).hasSize(1);
    }

    @Test
    void pausesEachAddressAndHastensOnlyObservedOnes() {
        for (int i = 0; i < 9; i++) {
            named("d", V6);
            assertThat(due(9)).containsExactly(V6, OUTER);
            failing(V6, OUTER);
            nowNs += 300 * SECOND_NS;
        }
        named("d", V6);
        due(9);
        failing(V6, OUTER);
        for (int i = 0; i < 6; i++) { // it is named every 15 seconds, as a tracker does
            nowNs += 15 * SECOND_NS;
            named("d", V6);
            List<PeerAddress> due = due(9);
            assertThat(due).doesNotContain(V6);
            failing(due.toArray(PeerAddress[]::new));
        }
    }

    @Test
    void dialsReportedAddressesSoonAfterLongAbsence() {
        for (int i = 0; i < 9; i++) {
            nowNs += 300 * SECOND_NS;
            named("d", V6);
            failing(due(9).toArray(PeerAddress[]::new));
        }
        nowNs += 151 * SECOND_NS;
        assertThat(due(9)).doesNotContain(V6);
        named("d", V6);
        nowNs += 15 * SECOND_NS;
        assertThat(due(9)).contains(V6);
    }

    @Test
    void dialsDevicesBehindOneAddressInTurn() {
        named("a", INNER);
        named("b", V6);
        List<Dial> dials = peerList.takeDue(9, Set.of(), nowNs);
        assertThat(dials).containsExactlyInAnyOrder(new Dial("a", List.of(INNER, OUTER)),
                new Dial("b", List.of(V6)));
        peerList.connected(INNER);
        peerList.connected(V6);
        assertThat(peerList.size()).isEqualTo(2);
        peerList.disconnected(V6, true, Optional.empty(), nowNs);
        nowNs += SECOND_NS;
        assertThat(due(9)).as("nobody is sought there now").containsExactly(V6, OUTER);
    }

    @Test
    void keepsFailuresOfAddressForNextSource() {
        named("a", V6);
        due(9);
        failing(V6, OUTER);
        named("a");
        named("b", V6);
        assertThat(due(9)).isEmpty();
        nowNs += SECOND_NS;
        assertThat(due(9)).containsExactlyInAnyOrder(V6, OUTER);
    }

    @Test
    void neverDialsOwnAddressButTheOthers() {
        named("d", INNER);
        due(9);
        peerList.connected(INNER);
        peerList.neverDial(INNER);
        assertThat(due(9)).containsExactly(OUTER);
    }

    @Test
    void doesNotDialBannedDeviceByAnyAddress() {
        named("d", V6, INNER);
        peerList.ban("d");
        assertThat(due(9)).isEmpty();
        named("d", V6);
        assertThat(due(9)).isEmpty();
        assertThat(peerList.size()).isZero();
    }

    @Test
    void removesPeersBeingDialledAfterTheyDisconnect() {
        named("d", V6);
        peerList.add(List.of(SEED), nowNs);
        assertThat(due(9)).containsExactlyInAnyOrder(V6, OUTER, SEED);
        peerList.forgetAll();
        failing(OUTER, SEED);
        peerList.connected(V6);
        assertThat(peerList.isDialling()).isFalse();
        peerList.disconnected(V6, true, Optional.empty(), nowNs);
        nowNs += 400 * SECOND_NS;
        assertThat(due(9)).isEmpty();
    }

    @Test
    void limitsAddressesOfDevice() {
        List<PeerAddress> many = new ArrayList<>();
        for (int i = 1; i < 200; i++) {
            many.add(over("198.18.1." + i));
        }
        named("d", many.toArray(PeerAddress[]::new));
        assertThat(due(9)).hasSize(16);
    }

    private void heardOf(int port) {
        peerList.addFromPex(at(port).address(), 1, false, nowNs);
    }

    private static PeerAddress at(int port) {
        return PeerAddress
                .tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private void failOften() {
        peerList.add(List.of(SEED), nowNs);
        for (int i = 0; i < 10; i++) {
            nowNs += 300 * SECOND_NS;
            assertThat(due(1)).containsExactly(SEED);
            peerList.dialFailed(SEED, new IOException("refused"), nowNs);
        }
    }
}

package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

/** PEX messages to a peer at 198.18.0.1. */
class PexSenderTest {
    private static final InetAddress PEER = InetAddress.ofLiteral("198.18.0.1");

    private final PexContacts contacts = new PexContacts();
    private final PexSender sender = new PexSender(PEER, 0);
    private long nowNs = PexSender.FIRST_PAUSE_NS;

    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    private static InetSocketAddress peer(int port) {
        return at("198.18.0.2", port);
    }

    private void connected(InetSocketAddress... addresses) {
        connected(List.of(addresses));
    }

    private void connected(List<InetSocketAddress> addresses) {
        var now = new LinkedHashMap<InetSocketAddress, Contact>();
        addresses.forEach(address -> now.put(address, new Contact(address, false, true)));
        contacts.set(now);
    }

    private Optional<PexMessage> next() {
        return sender.next(contacts, Optional.of(at("198.18.0.1", 6881)), nowNs);
    }

    private PexMessage aMinuteLater() {
        nowNs += PexSender.PAUSE_NS;
        return next().orElseThrow();
    }

    private static List<InetSocketAddress> added(PexMessage message) {
        return message.added().stream().map(Contact::address).toList();
    }

    @Test
    void firstMessageNamesAllPeers() {
        connected(peer(1), peer(2));
        PexMessage first = next().orElseThrow();
        assertThat(added(first)).containsExactly(peer(1), peer(2));
        assertThat(first.dropped()).isEmpty();
    }

    @Test
    void doesNotNameRecipient() {
        connected(at("198.18.0.1", 6881), peer(1));
        assertThat(added(next().orElseThrow())).containsExactly(peer(1));
    }

    @Test
    void laterMessagesHaveChangesAMinuteApart() {
        connected(peer(1), peer(2));
        next();
        connected(peer(2), peer(3));
        nowNs += PexSender.PAUSE_NS - 1;
        assertThat(next()).isEmpty();
        nowNs += 1;
        PexMessage second = next().orElseThrow();
        assertThat(added(second)).containsExactly(peer(3));
        assertThat(second.dropped()).containsExactly(peer(1));
    }

    @Test
    void omitsPeersThatCameAndWentInBetween() {
        connected(peer(1));
        next();
        connected(peer(1), peer(2));
        assertThat(next()).isEmpty();
        connected(peer(1));
        nowNs += PexSender.PAUSE_NS;
        assertThat(next()).isEmpty();
        connected();
        assertThat(next().orElseThrow().dropped()).containsExactly(peer(1));
    }

    @Test
    void sendsNothingAtOnceOrWithoutChanges() {
        connected(peer(1));
        nowNs = 0;
        assertThat(next()).isEmpty();
        nowNs = PexSender.FIRST_PAUSE_NS;
        assertThat(next()).isPresent();
        nowNs += 10 * PexSender.PAUSE_NS;
        assertThat(next()).isEmpty();
    }

    @Test
    void limitsPeersOfMessage() {
        List<InetSocketAddress> many = IntStream.rangeClosed(1, 120)
                .mapToObj(PexSenderTest::peer).toList();
        connected(many);
        List<InetSocketAddress> told = new ArrayList<>(added(next().orElseThrow()));
        assertThat(told).hasSize(50);
        told.addAll(added(aMinuteLater()));
        told.addAll(added(aMinuteLater()));
        assertThat(told).containsExactlyElementsOf(many);
        connected();
        assertThat(aMinuteLater().dropped()).hasSize(50);
        assertThat(aMinuteLater().dropped()).hasSize(50);
        assertThat(aMinuteLater().dropped()).hasSize(20);
    }

    @Test
    void namesPeersOfGreatestPriorityFirst() {
        List<InetSocketAddress> many = IntStream.rangeClosed(1, 250)
                .mapToObj(host -> at("203.0.113." + host, 6881)).toList();
        connected(many);
        var peer = new InetSocketAddress(PEER, 0);
        List<InetSocketAddress> byPriority = many.stream()
                .sorted(Comparator.<InetSocketAddress>comparingLong(
                        address -> PeerPriority.between(address, peer)).reversed())
                .toList();
        List<InetSocketAddress> told = new ArrayList<>(added(next().orElseThrow()));
        for (int i = 0; i < 3; i++) {
            told.addAll(added(aMinuteLater()));
        }
        assertThat(told).containsExactlyElementsOf(byPriority.subList(0, PexSender.MAX_SENT));
        nowNs += PexSender.PAUSE_NS;
        assertThat(next()).isEmpty();
        connected(many.subList(0, 100));
        assertThat(aMinuteLater().dropped()).hasSize(50);
    }

    @Test
    void doesNotNameLocalPeersToDistantOnes() {
        connected(at("127.0.0.1", 1), at("10.0.0.1", 1), at("192.168.1.1", 1), at("fd00::1", 1),
                at("fe80::1", 1), at("100.64.0.1", 1), peer(1));
        assertThat(added(next().orElseThrow())).containsExactly(peer(1));
    }

    @Test
    void namedPeersConvergeToConnectedPeers() {
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 200; seed++) {
            var random = new SplittableRandom(seed);
            var told = new HashSet<InetSocketAddress>();
            var fresh = new PexSender(PEER, nowNs);
            Set<InetSocketAddress> here = new HashSet<>();
            for (int i = 0; i < 40; i++) {
                here = new HashSet<>(random.ints(random.nextInt(80), 1, 100)
                        .mapToObj(PexSenderTest::peer).toList());
                listen(fresh, here, told, seed);
            }
            for (int i = 0; i < 3; i++) {
                listen(fresh, here, told, seed);
            }
            assertThat(told).as("seed %d", seed).isEqualTo(here);
        }
    }

    private void listen(PexSender from, Set<InetSocketAddress> here,
            Set<InetSocketAddress> told, long seed) {
        connected(List.copyOf(here));
        nowNs += PexSender.PAUSE_NS;
        from.next(contacts, Optional.empty(), nowNs).ifPresent(message -> {
            for (InetSocketAddress dropped : message.dropped()) {
                assertThat(told.remove(dropped)).as("seed %d: %s", seed, dropped).isTrue();
            }
            for (InetSocketAddress added : added(message)) {
                assertThat(told.add(added)).as("seed %d: %s", seed, added).isTrue();
            }
        });
    }
}

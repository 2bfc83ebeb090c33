package org.gridtorrent.tracker.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.catalog.swarm.SitePeer;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.testing.TestScale;
import org.gridtorrent.tracker.swarm.Announce.Event;
import org.junit.jupiter.api.Test;

class OpenSwarmTest {
    private static final InfoHash CONTENT = InfoHash
            .ofHex("00112233445566778899aabbccddeeff00112233");
    private static final SwarmLimits LIMITS = new SwarmLimits(10, 60, 50, 20, 1, 1000, 10);

    private static final List<Event> EVENTS = List.of(Event.values());

    private final AtomicInteger inAll = new AtomicInteger();
    private final OpenSwarm swarm = swarm();
    private long nowMs = 1_000_000;
    private boolean open = true;

    private OpenSwarm swarm() {
        return new OpenSwarm(CONTENT.hex(), LIMITS, inAll, new SplittableRandom(7));
    }

    private static PeerEndpoint at(String address, int port) {
        return PeerEndpoint.of(InetAddress.ofLiteral(address), port);
    }

    /** A peer's word; it calls itself by this letter. */
    private static Announce by(char name, String key, String address, int port, long left,
            Event event, int wanted) {
        byte[] peerId = String.valueOf(name).repeat(Announce.PEER_ID_LENGTH)
                .getBytes(StandardCharsets.US_ASCII);
        return new Announce(CONTENT, at(address, port), peerId,
                AnnouncerKey.of(peerId, key.getBytes(StandardCharsets.US_ASCII)), left == 0, event,
                wanted,
                true);
    }

    private static Announce leech(String address, int port) {
        return by('l', "", address, port, 1, Event.STARTED, 50);
    }

    private static Announce seed(String address, int port) {
        return by('s', "", address, port, 0, Event.STARTED, 50);
    }

    private Set<String> told(Announce said) {
        return told(swarm, said);
    }

    private Set<String> told(OpenSwarm where, Announce said) {
        List<SwarmPeer> peers = where.announce(said, nowMs, _ -> open).orElseThrow();
        Set<String> places = new HashSet<>();
        peers.forEach(peer -> assertThat(places.add(peer.place().toString()))
                .as("nobody twice").isTrue());
        return places;
    }

    private void assertCounts(int seeds, int leeches) {
        assertThat(swarm.counts()).extracting(ScrapeCounts::seeds, ScrapeCounts::leeches)
                .containsExactly(seeds, leeches);
    }

    @Test
    void newcomer_isToldOfThoseWhoAreThereAndNotOfItself() {
        assertThat(told(leech("198.18.0.1", 1000))).isEmpty();
        assertThat(told(leech("198.18.0.2", 1000))).containsExactly("198.18.0.1:1000");
        assertThat(told(leech("198.18.0.2", 1000))).containsExactly("198.18.0.1:1000");
        assertCounts(0, 2);
    }

    @Test
    void seed_isToldOfLeechesOnly_onceItHasBegun() {
        told(seed("198.18.0.1", 1000));
        told(leech("198.18.0.2", 1000));
        assertThat(told(seed("198.18.0.3", 1000))).containsExactlyInAnyOrder("198.18.0.1:1000",
                "198.18.0.2:1000");
        assertThat(told(by('s', "", "198.18.0.3", 1000, 0, Event.UPDATE, 50)))
                .containsExactly("198.18.0.2:1000");
        assertThat(told(leech("198.18.0.4", 1000))).hasSize(3);
        assertCounts(2, 2);
    }

    @Test
    void oneThatComesToHaveAllOfIt_isADownloadOnce() {
        told(leech("198.18.0.1", 1000));
        Announce completed = by('l', "", "198.18.0.1", 1000, 0, Event.COMPLETED, 50);
        told(completed);
        told(completed);
        told(by('x', "", "198.18.0.2", 1000, 0, Event.COMPLETED, 50));
        assertThat(swarm.counts()).isEqualTo(new ScrapeCounts(2, 0, 1));
    }

    @Test
    void stopped_countsFromWhoWasThereOnly() {
        told(by('a', "k", "198.18.0.1", 1000, 1, Event.STARTED, 50));
        told(by('b', "k", "198.18.0.1", 1000, 1, Event.STOPPED, 50));
        told(by('a', "other", "198.18.0.1", 1000, 1, Event.STOPPED, 50));
        assertCounts(0, 1);
        assertThat(told(by('a', "k", "198.18.0.1", 1000, 1, Event.STOPPED, 50))).isEmpty();
        assertCounts(0, 0);
        assertThat(inAll).hasValue(0);
    }

    @Test
    void anotherAtTheSamePlace_takesIt() {
        told(by('a', "k", "198.18.0.1", 1000, 1, Event.STARTED, 50));
        told(by('b', "l", "198.18.0.1", 1000, 0, Event.STARTED, 50));
        assertCounts(1, 0);
        told(by('b', "l", "198.18.0.1", 1000, 0, Event.STOPPED, 50));
        assertCounts(0, 0);
    }

    @Test
    void oneWithItsKey_movesFromPlaceToPlace() {
        told(by('a', "k", "198.18.0.1", 1000, 1, Event.STARTED, 50));
        told(by('a', "k", "198.18.7.7", 2000, 1, Event.UPDATE, 50));
        assertThat(told(leech("198.18.0.9", 1))).containsExactly("198.18.7.7:2000");
    }

    @Test
    void oneWithoutItsKey_movesNobody() {
        told(by('a', "k", "198.18.0.1", 1000, 1, Event.STARTED, 50));
        told(by('a', "", "198.18.7.7", 2000, 1, Event.STARTED, 50));
        told(by('a', "guess", "198.18.7.8", 2000, 1, Event.STARTED, 50));
        assertCounts(0, 3);
    }

    @Test
    void oneOfBothFamilies_isThereInBoth() {
        told(by('a', "k", "198.18.0.1", 1000, 1, Event.STARTED, 50));
        told(by('a', "k", "2001:db8::1", 1000, 1, Event.STARTED, 50));
        assertCounts(0, 2);
        assertThat(told(leech("198.18.0.2", 1))).containsExactlyInAnyOrder("198.18.0.1:1000",
                "[2001:db8:0:0:0:0:0:1]:1000");
    }

    @Test
    void ownFamily_comesFirst() {
        for (int i = 1; i <= 5; i++) {
            told(leech("198.18.0." + i, 1000));
            told(leech("2001:db8:0:" + i + "::1", 1000));
        }
        Announce few = by('f', "", "2001:db8:1::9", 1, 1, Event.STARTED, 5);
        assertThat(told(few)).hasSize(5).allMatch(place -> place.startsWith("["));
    }

    @Test
    void host_holdsSoManyPlacesOnly() {
        for (int port = 1; port <= 30; port++) {
            told(leech("198.18.0.1", port));
            told(leech("2001:db8::" + port, 1000));
        }
        assertCounts(0, 40);
        assertThat(told(leech("2001:db8::ffff", 1000))).as("and is answered").hasSize(40);
        told(leech("2001:db8:0:1::1", 1000));
        assertCounts(0, 41);
    }

    @Test
    void swarm_holdsSoManyOnly() {
        for (int i = 0; i < 80; i++) {
            told(leech("198.18.0." + i, 1000));
        }
        assertCounts(0, LIMITS.peersOfSwarm());
        OpenSwarm other = swarm();
        for (int i = 0; i < 80; i++) {
            told(other, leech("198.18.1." + i, 1000));
        }
        assertThat(inAll).hasValue(LIMITS.peers());
        other.close();
        assertThat(inAll).hasValue(LIMITS.peersOfSwarm());
    }

    @Test
    void newcomerWhoComesTooSoon_isAnsweredAndNotHeld() {
        told(leech("198.18.0.1", 1000));
        open = false;
        assertThat(told(leech("198.18.0.2", 1000))).hasSize(1);
        assertThat(told(leech("198.18.0.1", 1000))).as("who is there stays").isEmpty();
        assertCounts(0, 1);
    }

    @Test
    void nobodyIsToldOfAddressesNearerThanHisOwn() {
        List<String> nearestFirst = List.of("127.0.0.1", "169.254.0.1", "10.0.0.1", "198.18.0.1");
        List<String> v6 = List.of("::1", "fe80::1", "fd00::1", "2001:db8::1");
        for (List<String> addresses : List.of(nearestFirst, v6)) {
            addresses.forEach(address -> told(leech(address, 1000)));
        }
        told(leech("100.64.0.1", 1000));
        for (List<String> addresses : List.of(nearestFirst, v6)) {
            assertThat(told(leech(addresses.get(0), 2))).hasSize(9);
            assertThat(told(leech(addresses.get(1), 2))).hasSize(7);
            assertThat(told(leech(addresses.get(2), 2))).hasSize(5);
            assertThat(told(leech(addresses.get(3), 2))).hasSize(2);
            addresses.forEach(address -> told(
                    by('l', "", address, 2, 1, Event.STOPPED, 50)));
        }
    }

    @Test
    void portZero_isNoPlace() {
        assertThatIllegalArgumentException().isThrownBy(() -> at("198.18.0.1", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> at("198.18.0.1", 65_536));
    }

    @Test
    void devicesOfTheSite_areToldOfAndReplacedAsTheSiteSays() {
        told(leech("198.18.0.5", 6881));
        swarm.sitePeers(List.of(new SitePeer("198.18.0.5", 6881, true),
                new SitePeer("198.18.0.6", 6881, false), new SitePeer("no address", 1, true)));
        assertCounts(1, 1);
        told(by('l', "", "198.18.0.5", 6881, 1, Event.STOPPED, 50));
        assertThat(told(leech("198.18.0.9", 1))).containsExactlyInAnyOrder("198.18.0.5:6881",
                "198.18.0.6:6881");
        swarm.sitePeers(List.of());
        assertCounts(0, 1);
        assertThat(inAll).hasValue(1);
    }

    @Test
    void whoIsSilent_isForgotten() {
        told(leech("198.18.0.1", 1000));
        nowMs += 1000;
        told(leech("198.18.0.2", 1000));
        swarm.expire(nowMs);
        assertCounts(0, 1);
        assertThat(inAll).hasValue(1);
    }

    @Test
    void whoComesAndGoes_isNotNotedAtAll() {
        told(leech("198.18.0.1", 1000));
        told(by('l', "", "198.18.0.1", 1000, 1, Event.STOPPED, 50));
        assertThat(swarm.takeNotes(10)).isEmpty();
        told(leech("198.18.0.1", 1000));
        assertThat(swarm.takeNotes(10)).hasSize(1);
        told(leech("198.18.0.1", 1000));
        assertThat(swarm.takeNotes(10)).as("nothing new").isEmpty();
        nowMs += 300_000;
        told(leech("198.18.0.1", 1000));
        assertThat(swarm.takeNotes(10)).as("still there").hasSize(1);
        told(by('l', "", "198.18.0.1", 1000, 1, Event.STOPPED, 50));
        told(leech("198.18.0.1", 1000));
        told(by('l', "", "198.18.0.1", 1000, 1, Event.STOPPED, 50));
        assertThat(swarm.takeNotes(10)).singleElement().matches(note -> note.gone());
    }

    @Test
    void everybodyIsToldOf_whateverTheNumbers() {
        var random = new SplittableRandom(TestScale.seed("swarm.seed"));
        OpenSwarm large = new OpenSwarm(CONTENT.hex(), SwarmLimits.USUAL, inAll, random.split());
        for (int i = 0; i < 97; i++) {
            told(large, leech("198.18.1." + i, 1000));
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 300 && seen.size() < 97; i++) {
            Set<String> some = told(large, by('q', "", "198.18.2.1", 1, 1, Event.UPDATE, 10));
            assertThat(some).hasSize(10);
            seen.addAll(some);
        }
        assertThat(seen).hasSize(97);
    }

    /** Beside the plainest model there is: a map from places to what was said last. */
    @Test
    void countsAndPlaces_areThoseOfAModel() {
        var random = new SplittableRandom(TestScale.seed("swarm.seed"));
        Map<String, Boolean> model = new HashMap<>();
        OpenSwarm large = new OpenSwarm(CONTENT.hex(), SwarmLimits.USUAL, inAll, random.split());
        for (int i = 0; i < TestScale.of("swarm.announces", 5_000, 100_000); i++) {
            String address = random.nextBoolean()
                    ? "198.18.0." + random.nextInt(40)
                    : "2001:db8:0:" + random.nextInt(20) + "::1";
            boolean complete = random.nextInt(3) == 0;
            Event event = EVENTS.get(random.nextInt(EVENTS.size()));
            Announce said = by('l', "", address, 1 + random.nextInt(3), complete ? 0 : 1, event,
                    random.nextInt(200));
            Set<String> told = told(large, said);
            String place = said.place().toString();
            if (event == Event.STOPPED) {
                model.remove(place);
                assertThat(told).isEmpty();
            } else {
                model.put(place, complete);
                List<String> others = new ArrayList<>(model.keySet());
                others.removeIf(each -> each.equals(place)
                        || (complete && event != Event.STARTED
                                && Boolean.TRUE.equals(model.get(each))));
                assertThat(others).containsAll(told);
                assertThat(told).hasSize(Math.min(said.wanted(), others.size()));
            }
            assertThat(large.counts().seeds()).isEqualTo(count(model.values(), true));
            assertThat(large.counts().leeches()).isEqualTo(count(model.values(), false));
        }
    }

    private static int count(Collection<Boolean> all, boolean complete) {
        return (int) all.stream().filter(each -> each == complete).count();
    }

    @Test
    void host_isHeldToSoManyNewcomersASecond() {
        long second = 1_000_000_000L;
        var newcomers = new NewPeerLimiter(10, 5, 0);
        for (int i = 0; i < 5; i++) {
            assertThat(newcomers.admits(1, 0)).isTrue();
        }
        assertThat(newcomers.admits(1, 0)).isFalse();
        assertThat(newcomers.admits(1, second / 10)).isTrue();
        assertThat(newcomers.admits(1, second / 10)).isFalse();
        int admitted = 0;
        for (long now = 10 * second; now < 20 * second; now += second / 1000) {
            admitted += newcomers.admits(1, now) ? 1 : 0;
        }
        assertThat(admitted).isBetween(100, 106);
    }
}

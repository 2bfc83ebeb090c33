package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class OwnAddressesTest {
    private static final InetAddress INNER = at("10.0.0.7");
    private static final InetAddress OUTER = at("198.18.0.1");
    private static final InetAddress FALSE = at("198.18.6.6");
    private static final InetAddress FAR = at("198.18.9.9");

    private final OwnAddresses own = new OwnAddresses();

    private static InetAddress at(String literal) {
        return InetAddress.ofLiteral(literal);
    }

    private void told(int from, int to, InetAddress address) {
        for (int i = from; i < to; i++) {
            own.told(at("198.18.1." + i), address);
        }
    }

    @Test
    void behindANat_thoseFarAwayKnowTheOuterAddress_andNeighboursTheInnerOne() {
        assertThat(own.towards(FAR)).isEmpty();
        own.uses(INNER);
        assertThat(own.towards(FAR)).contains(INNER);
        own.observed(OUTER);
        assertThat(own.towards(FAR)).contains(OUTER);
        assertThat(own.towards(at("10.0.0.9"))).contains(INNER);
        assertThat(own.towards(at("2001:db8::1"))).as("nothing is known of IPv6").isEmpty();
    }

    @Test
    void aTrackerNearby_doesNotSeeTheOuterAddress() {
        own.uses(OUTER);
        own.observed(INNER);
        assertThat(own.towards(FAR)).contains(OUTER);
    }

    @Test
    void peersAreBelieved_whenSeveralAgreeAndMostDo() {
        own.uses(INNER);
        told(0, 2, OUTER);
        own.told(at("198.18.1.0"), OUTER);
        assertThat(own.towards(FAR)).as("two peers, one of them twice").contains(INNER);
        told(2, 3, OUTER);
        assertThat(own.towards(FAR)).contains(OUTER);
        told(10, 13, FALSE);
        assertThat(own.towards(FAR)).as("three against three").contains(INNER);
        told(3, 4, OUTER);
        assertThat(own.towards(FAR)).contains(OUTER);
        own.observed(at("198.18.0.2"));
        assertThat(own.towards(FAR)).as("the tracker's word goes first")
                .contains(at("198.18.0.2"));
    }

    @Test
    void wordsOfNeighbours_andOfWhatNobodyFarAwayCanSee_doNotCount() {
        own.uses(INNER);
        for (int i = 0; i < 5; i++) {
            own.told(at("10.0.1." + i), OUTER);
        }
        told(0, 5, at("10.9.9.9"));
        assertThat(own.towards(FAR)).contains(INNER);
    }

    @Test
    void theLatestWordsCount_andNoMoreThanAFewAreKept() {
        told(0, 100, OUTER);
        assertThat(own.towards(FAR)).contains(OUTER);
        told(100, 200, FALSE);
        assertThat(own.towards(FAR)).contains(FALSE);
    }
}

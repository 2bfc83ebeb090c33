package org.gridtorrent.client.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.gridtorrent.client.tracker.IssuedTicket;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.junit.jupiter.api.Test;

class TicketCacheTest {
    private Instant now = Instant.EPOCH;
    private int asked;
    private Reason trouble = Reason.UNREACHABLE;
    private boolean away;

    private final TicketCache passes = new TicketCache(hash -> {
        if (away) {
            throw new TrackerException(trouble, "away", null);
        }
        return new IssuedTicket(new byte[]{(byte) ++asked}, Duration.ofMinutes(10));
    }, () -> now);

    @Test
    void ticket_isFetchedOnceAndAgainAfterHalfItsLife() throws Exception {
        passes.open(Site.CONTENT);
        assertThat(passes.ticket(Site.CONTENT)).containsExactly(1);
        now = now.plus(Duration.ofMinutes(4));
        assertThat(passes.ticket(Site.CONTENT)).containsExactly(1);
        now = now.plus(Duration.ofMinutes(2));
        assertThat(passes.ticket(Site.CONTENT)).containsExactly(2);
    }

    @Test
    void ticket_servesToItsEndWhileTheTrackerIsAway() throws Exception {
        passes.open(Site.CONTENT);
        passes.ticket(Site.CONTENT);
        away = true;
        now = now.plus(Duration.ofMinutes(9));
        assertThat(passes.ticket(Site.CONTENT)).containsExactly(1);
        now = now.plus(Duration.ofMinutes(2));
        assertThatThrownBy(() -> passes.ticket(Site.CONTENT)).isInstanceOf(IOException.class);
    }

    @Test
    void ticket_isGoneWhenTheTrackerSaysNo() throws Exception {
        passes.open(Site.CONTENT);
        passes.ticket(Site.CONTENT);
        away = true;
        trouble = Reason.NOT_FOUND;
        now = now.plus(Duration.ofMinutes(6));
        assertThatThrownBy(() -> passes.ticket(Site.CONTENT)).isInstanceOf(TrackerException.class);
    }

    @Test
    void content_thatIsNotOpen_admitsNobody() {
        assertThat(passes.admits(Site.CONTENT, new PeerIdentity("member", "d2"))).isFalse();
        assertThatThrownBy(() -> passes.ticket(Site.CONTENT)).isInstanceOf(IOException.class);
    }
}

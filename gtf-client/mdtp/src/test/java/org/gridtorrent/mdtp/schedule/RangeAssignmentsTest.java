package org.gridtorrent.mdtp.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action;
import org.junit.jupiter.api.Test;

class RangeAssignmentsTest {
    private final RangeAssignments assignments = new RangeAssignments(OptionalLong.of(1000),
            List.of());
    private final ScheduledReplica replica = new ScheduledReplica(0, 4);
    private final ScheduledReplica other = new ScheduledReplica(1, 4);

    private RangeRequest send(ScheduledReplica to, long start, long end, boolean duplicate) {
        assignments.send(to, new ByteRange(start, end), duplicate, 0, 0);
        assignments.takeActions();
        return to.open.getLast();
    }

    private List<ByteRange> missing() {
        return assignments.missing().ranges();
    }

    @Test
    void returnsWhatAClosedRequestDidNotBring() {
        RangeRequest request = send(replica, 0, 500, false);
        assignments.received(request, 200, 0);

        assignments.close(request, 0);

        assertThat(missing()).containsExactly(new ByteRange(200, 1000));
        assertThat(assignments.takeActions()).isEmpty();
    }

    @Test
    void returnsTheEndOfAShortenedRequest() {
        RangeRequest request = send(replica, 0, 500, false);

        assignments.shorten(request, 300);

        assertThat(missing()).containsExactly(new ByteRange(300, 1000));
        assertThat(assignments.takeActions()).containsExactly(new Action.Shorten(0, 300));
    }

    @Test
    void keepsBytesThatArriveBehindAShortenedEnd() {
        RangeRequest request = send(replica, 0, 500, false);
        assignments.shorten(request, 300);

        assignments.received(request, 400, 0);

        assertThat(missing()).containsExactly(new ByteRange(400, 1000));
    }

    @Test
    void returnsNothingThatAnotherRequestBrings() {
        RangeRequest first = send(replica, 0, 500, false);
        send(other, 300, 500, true);

        assignments.close(first, 0);

        assertThat(missing()).containsExactly(new ByteRange(0, 300),
                new ByteRange(500, 1000));
    }

    @Test
    void cancelsTheRequestWhoseBytesArrivedOtherwise() {
        RangeRequest first = send(replica, 0, 500, false);
        assignments.received(first, 300, 0);
        RangeRequest second = send(other, 300, 500, true);

        assignments.received(second, 200, 0);

        assertThat(assignments.takeActions()).containsExactly(new Action.Cancel(0));
        assertThat(assignments.twiceArrivedBytes()).isZero();
    }

    @Test
    void countsBytesThatArriveTwice() {
        RangeRequest first = send(replica, 0, 500, false);
        RangeRequest second = send(other, 0, 500, true);

        assignments.received(first, 100, 0);
        assignments.received(second, 150, 0);

        assertThat(assignments.twiceArrivedBytes()).isEqualTo(100);
    }

    @Test
    void needsRejectedBytesAgain() {
        RangeRequest request = send(replica, 0, 1000, false);
        assignments.received(request, 1000, 0);
        assignments.close(request, 0);
        assertThat(assignments.isComplete()).isTrue();

        assignments.reject(List.of(request.number), new ByteRange(100, 200));

        assertThat(assignments.isComplete()).isFalse();
        assertThat(missing()).containsExactly(new ByteRange(100, 200));
    }
}

package org.gridtorrent.bench.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Action;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

class ChunkSchedulerTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int FILE_LENGTH = 1_000;

    private final ChunkScheduler scheduler = new ChunkScheduler(2, new StaticChunks(300));

    @Test
    void asksEachReplicaForTheNextChunk() {
        assertThat(scheduler.start(0)).containsExactly(send(0, 0, 0, 300), send(1, 1, 300, 600));
        assertThat(scheduler.tick(1)).isEmpty();
    }

    @Test
    void aReplicaThatIsFree_takesTheNextChunk_andTheLastOneEndsWithTheFile() {
        begin();
        assertThat(complete(1, 300)).containsExactly(send(2, 1, 600, 900));
        assertThat(complete(0, 300)).containsExactly(send(3, 0, 900, FILE_LENGTH));
        assertThat(complete(3, 100)).isEmpty();
        assertThat(scheduler.isComplete()).isFalse();
        assertThat(complete(2, 300)).isEmpty();
        assertThat(scheduler.isComplete()).isTrue();
    }

    @Test
    void aChunkThatReachesBeyondTheFile_isShortened() {
        scheduler.start(0);
        assertThat(scheduler.handle(new Event.ResponseStarted(0, 400), 0))
                .containsExactly(new Action.Shorten(1, 400));
        assertThat(complete(0, 300)).isEmpty();
        assertThat(complete(1, 100)).isEmpty();
        assertThat(scheduler.isComplete()).isTrue();
    }

    @Test
    void aChunkBehindTheFile_isGivenUp() {
        scheduler.start(0);
        assertThat(scheduler.handle(new Event.RangeUnsatisfiable(1, 300), 0)).isEmpty();
        assertThat(complete(0, 300)).isEmpty();
        assertThat(scheduler.isComplete()).isTrue();
    }

    @Test
    void whatAFailedRequestDidNotBring_isAskedForFirst_andItsReplicaWaits() {
        begin();
        scheduler.handle(new Event.BytesReceived(0, 100), 0);
        assertThat(scheduler.handle(new Event.RequestFailed(0, Duration.ofSeconds(2)), 0))
                .isEmpty();
        assertThat(complete(1, 300)).containsExactly(send(2, 1, 100, 300));
        assertThat(scheduler.tick(2 * SECOND_NS - 1)).isEmpty();
        assertThat(scheduler.tick(2 * SECOND_NS)).containsExactly(send(3, 0, 600, 900));
    }

    @Test
    void aReplicaThatFailedForEver_isNotAskedAgain() {
        begin();
        scheduler.handle(new Event.RequestFailed(0, Event.RequestFailed.FOREVER), 0);
        assertThat(scheduler.tick(Long.MAX_VALUE)).isEmpty();
        assertThat(complete(1, 300)).containsExactly(send(2, 1, 0, 300));
    }

    @Test
    void aReplicaThatRefusesAConnection_isAskedAgainASecondLater() {
        begin();
        assertThat(scheduler.handle(new Event.TooManyConnections(1, 1), 0)).isEmpty();
        assertThat(scheduler.tick(SECOND_NS)).containsExactly(send(2, 1, 300, 600));
    }

    @Test
    void falseBytes_areAskedForAgainFirst() {
        begin();
        assertThat(complete(0, 300)).containsExactly(send(2, 0, 600, 900));
        assertThat(scheduler.handle(new Event.BytesRejected(0, new ByteRange(100, 300)), 0))
                .isEmpty();
        assertThat(complete(1, 300)).containsExactly(send(3, 1, 100, 300));
        assertThat(complete(3, 200)).containsExactly(send(4, 1, 900, FILE_LENGTH));
        assertThat(complete(4, 100)).isEmpty();
        assertThat(complete(2, 300)).isEmpty();
        assertThat(scheduler.isComplete()).isTrue();
    }

    @Test
    void aReplicaThatIsGivenUpAfterItsRequest_isNotAskedAgain() {
        begin();
        assertThat(complete(0, 300)).containsExactly(send(2, 0, 600, 900));
        assertThat(scheduler.handle(new Event.RequestFailed(0, Event.RequestFailed.FOREVER), 0))
                .isEmpty();
        assertThat(complete(2, 300)).isEmpty();
        assertThat(complete(1, 300)).containsExactly(send(3, 1, 900, FILE_LENGTH));
    }

    @Test
    void anEventOfARequestThatEnded_changesNothing() {
        begin();
        scheduler.handle(new Event.RequestFailed(0, Event.RequestFailed.FOREVER), 0);
        assertThat(scheduler.handle(new Event.BytesReceived(0, 100), 0)).isEmpty();
        assertThat(scheduler.handle(new Event.RequestCompleted(0), 0)).isEmpty();
        assertThatThrownBy(() -> scheduler.handle(new Event.RequestCompleted(7), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyByteArrivesOnce_whateverFails() {
        long seed = TestScale.seed("chunks.seed");
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            fetchWithFailures(random);
        }
    }

    private static void fetchWithFailures(Random random) {
        int length = 1 + random.nextInt(5_000);
        ChunkScheduler chunks = new ChunkScheduler(3, random.nextBoolean()
                ? new StaticChunks(1 + random.nextInt(500))
                : new PaperChunks(3, 1 + random.nextInt(100), 1 + random.nextInt(1_000)));
        BitSet arrived = new BitSet();
        List<Action.Send> open = new ArrayList<>();
        List<Action> actions = chunks.start(0);
        for (long nowNs = 0; !chunks.isComplete(); nowNs += SECOND_NS) {
            follow(actions, open, length);
            if (open.isEmpty()) {
                actions = chunks.tick(nowNs);
                continue;
            }
            Action.Send sent = open.remove(random.nextInt(open.size()));
            actions = answer(chunks, sent, length, arrived, random, nowNs);
        }
        assertThat(arrived.cardinality()).isEqualTo(length);
        assertThat(arrived.length()).isEqualTo(length);
    }

    private static void follow(List<Action> actions, List<Action.Send> open, int length) {
        for (Action action : actions) {
            if (action instanceof Action.Send sent) {
                open.add(sent);
            } else {
                assertThat(action).isInstanceOfSatisfying(Action.Shorten.class,
                        shorten -> assertThat(shorten.end()).isEqualTo(length));
            }
        }
    }

    private static List<Action> answer(ChunkScheduler chunks, Action.Send sent, int length,
            BitSet arrived, Random random, long nowNs) {
        int request = sent.request();
        int start = (int) sent.range().start();
        int end = (int) Math.min(sent.range().end(), length);
        if (start >= length) {
            return chunks.handle(new Event.RangeUnsatisfiable(request, length), nowNs);
        }
        List<Action> actions = new ArrayList<>(
                chunks.handle(new Event.ResponseStarted(request, length), nowNs));
        boolean fails = random.nextInt(4) == 0;
        int count = fails ? random.nextInt(end - start) : end - start;
        assertThat(arrived.get(start, start + count).isEmpty()).isTrue();
        arrived.set(start, start + count);
        if (count > 0) {
            actions.addAll(chunks.handle(new Event.BytesReceived(request, count), nowNs));
        }
        actions.addAll(chunks.handle(fails
                ? new Event.RequestFailed(request, Duration.ofSeconds(random.nextInt(3)))
                : new Event.RequestCompleted(request), nowNs));
        return actions;
    }

    /** Starts, and tells the file's length. */
    private void begin() {
        scheduler.start(0);
        scheduler.handle(new Event.ResponseStarted(0, FILE_LENGTH), 0);
    }

    private List<Action> complete(int request, int count) {
        assertThat(scheduler.handle(new Event.BytesReceived(request, count), 0)).isEmpty();
        return scheduler.handle(new Event.RequestCompleted(request), 0);
    }

    private static Action send(int request, int replica, long start, long end) {
        return new Action.Send(request, replica, new ByteRange(start, end));
    }
}

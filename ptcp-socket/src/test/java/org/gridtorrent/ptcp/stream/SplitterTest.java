package org.gridtorrent.ptcp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.ptcp.Transfer;
import org.gridtorrent.ptcp.net.WireFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SplitterTest {
    /** Time after which a stream that has confirmed nothing takes a sub-packet of another one for late. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final AtomicLong nowNanos = new AtomicLong();

    @Test
    void appLimitedTime_isCountedWhileItLasts() throws Exception {
        Splitter limited = splitter(1, new CountDownLatch(1));
        StreamSendState stream = limited.openStream();
        FutureTask<SentSubPacket> taken = Transfer.inBackground(() -> limited.take(stream));
        await().until(() -> {
            nowNanos.incrementAndGet();
            return limited.appLimitedNanos() > 0;
        });
        long before = limited.appLimitedNanos();
        nowNanos.addAndGet(1000);
        assertThat(limited.appLimitedNanos()).isEqualTo(before + 1000);
        limited.write(ByteBuffer.allocate(16));
        releaseAll(limited, taken.get());
        nowNanos.addAndGet(1000);
        assertThat(limited.appLimitedNanos()).isEqualTo(before + 1000);
    }

    @Test
    void waitingForTheWindow_isNotAppLimited() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        Splitter full = splitter(0, blocked);
        full.write(ByteBuffer.allocate(16));
        StreamSendState stream = full.openStream();
        FutureTask<SentSubPacket> taken = Transfer.inBackground(() -> full.take(stream));
        blocked.await();
        nowNanos.addAndGet(1000);
        full.raiseLimit(1);
        releaseAll(full, taken.get());
        assertThat(full.appLimitedNanos()).isZero();
    }

    @Test
    void aWriteThatFindsNoMemory_holdsNoBuffer() {
        BufferPool exhausted = new BufferPool(0, length -> {
            throw new OutOfMemoryError("of this test");
        });
        Splitter splitter = new Splitter(exhausted, 16, 1, 16, limit -> {}, nowNanos::get);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> splitter.write(ByteBuffer.allocate(16)))
                    .isInstanceOf(OutOfMemoryError.class);
        }
        assertThat(splitter.heldBytes()).isZero();
        assertThat(exhausted.inUse()).isZero();
    }

    @Test
    void aLateCopy_isCopiedToAThirdStream_afterTwiceTheTime() throws Exception {
        Splitter splitter = splitter(16, new CountDownLatch(1));
        StreamSendState slow = splitter.openStream();
        StreamSendState slowToo = splitter.openStream();
        StreamSendState fast = splitter.openStream();
        splitter.write(ByteBuffer.allocate(16));
        SentSubPacket packet = taken(splitter, slow);
        assertThat(splitter.poll(slowToo)).isNull();
        assertThat(splitter.poll(fast)).isNull();
        nowNanos.addAndGet(LATE_NANOS);
        assertThat(splitter.poll(slowToo)).isSameAs(packet);
        nowNanos.addAndGet(2 * LATE_NANOS - 1);
        assertThat(splitter.poll(fast)).isNull();
        nowNanos.addAndGet(1);
        assertThat(splitter.poll(fast)).isSameAs(packet);
        assertThat(splitter.resent()).isEqualTo(2);
        splitter.writeFinished(packet);
        splitter.writeFinished(packet);
        releaseAll(splitter, packet);
    }

    @Test
    void aStreamThatStandsStill_letsOthersGoAheadToABound_andIsCopiedThen() throws Exception {
        int length = WireFormat.PAYLOAD_LENGTH;
        Splitter splitter = new Splitter(BufferPool.SHARED, length, 1000, 1000, at -> {},
                nowNanos::get);
        StreamSendState still = splitter.openStream();
        StreamSendState fast = splitter.openStream();
        splitter.write(ByteBuffer.allocate(length));
        SentSubPacket first = taken(splitter, still);
        splitter.writeFinished(first);
        long ahead = 0;
        @Nullable
        SentSubPacket packet;
        do {
            splitter.write(ByteBuffer.allocate(length));
            packet = splitter.poll(fast);
            if (packet != null && packet != first) {
                splitter.writeFinished(packet);
                ahead += SubPacketHeader.LENGTH + length;
                splitter.confirm(fast, ahead);
            }
        } while (packet != null && packet != first && ahead < 1000L * length);
        assertThat(packet).isNull();
        assertThat(ahead / length).isEqualTo(63);
        nowNanos.addAndGet(LATE_NANOS);
        assertThat(splitter.poll(fast)).isSameAs(first);
        splitter.writeFinished(first);
        splitter.confirm(fast, ahead + SubPacketHeader.LENGTH + length);
        SentSubPacket next = taken(splitter, fast);
        splitter.writeFinished(next);
        splitter.fail(new IOException("the test is over"));
        assertThat(splitter.heldBytes()).isZero();
    }

    @Test
    void aFewBytesOverALongLine_goOverAllStreams() throws Exception {
        int length = WireFormat.PAYLOAD_LENGTH;
        Splitter splitter = new Splitter(BufferPool.SHARED, length, 100, 100, at -> {},
                nowNanos::get);
        StreamSendState first = splitter.openStream();
        StreamSendState second = splitter.openStream();
        splitter.write(ByteBuffer.allocate(100));
        splitter.writeFinished(taken(splitter, first));
        nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(600));
        splitter.confirm(first, SubPacketHeader.LENGTH + 100);
        splitter.write(ByteBuffer.allocate(length));
        SentSubPacket one = taken(splitter, first);
        assertThat(splitter.poll(first)).isNull();
        SentSubPacket other = taken(splitter, second);
        assertThat(one.length()).isEqualTo(other.length()).isLessThan(length / 4);
        List.of(one, other).forEach(splitter::writeFinished);
        splitter.fail(new IOException("the test is over"));
        assertThat(splitter.heldBytes()).isZero();
    }

    @Test
    void aheadLimit_isWhatIsDeliveredInTwoSeconds_andKeepsMostOfItInAPause() {
        AheadLimit ahead = new AheadLimit(0);
        long least = ahead.bytes();
        ahead.confirmed(10_000_000, TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(ahead.bytes()).isEqualTo(200_000_000).isGreaterThan(least);
        ahead.confirmed(10_000_000, TimeUnit.SECONDS.toNanos(60));
        assertThat(ahead.bytes()).isEqualTo(180_000_000);
    }

    private Splitter splitter(long limit, CountDownLatch blocked) {
        return new Splitter(BufferPool.SHARED, 16, 16, limit, at -> blocked.countDown(),
                nowNanos::get);
    }

    private static SentSubPacket taken(Splitter splitter, StreamSendState stream) {
        return Objects.requireNonNull(splitter.poll(stream));
    }

    private static void releaseAll(Splitter splitter, SentSubPacket packet) {
        assertThat(packet.number()).isZero();
        splitter.writeFinished(packet);
        splitter.fail(new IOException("the test is over"));
        assertThat(splitter.heldBytes()).isZero();
    }
}

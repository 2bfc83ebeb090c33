package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ResponseBodyTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final ResponseBody body = new ResponseBody();
    private final ByteBuffer read = ByteBuffer.allocate(8);
    private long requested;
    private boolean isCancelled;

    @BeforeEach
    void subscribe() {
        body.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                requested += count;
            }

            @Override
            public void cancel() {
                isCancelled = true;
            }
        });
    }

    private static List<ByteBuffer> bytes(int count) {
        return List.of(ByteBuffer.allocate(count));
    }

    @Test
    void requestsAsManyBuffersAsWereRead() throws Exception {
        long ahead = requested;
        assertThat(ahead).isBetween(1L, 64L);
        for (int i = 0; i < ahead; i++) {
            body.onNext(bytes(1));
        }
        assertThat(requested).isEqualTo(ahead);
        body.read(ByteBuffer.allocate(3), LONG);
        assertThat(requested).isEqualTo(ahead + 3);
    }

    @Test
    void readsWhatIsThereWithoutWaitingForMore() throws Exception {
        body.onNext(
                List.of(ByteBuffer.allocate(2), ByteBuffer.allocate(0), ByteBuffer.allocate(3)));
        assertThat(body.read(read, LONG)).isTrue();
        assertThat(read.position()).isEqualTo(5);
    }

    @Test
    void bufferThatDoesNotFitIsReadInParts() throws Exception {
        body.onNext(bytes(12));
        body.onComplete();
        assertThat(body.read(read, LONG)).isTrue();
        assertThat(read.position()).isEqualTo(8);
        assertThat(body.read(read.clear(), LONG)).isTrue();
        assertThat(read.position()).isEqualTo(4);
        assertThat(body.read(read.clear(), LONG)).isFalse();
        assertThat(body.read(read, LONG)).isFalse();
    }

    @Test
    void failureFollowsWhatArrivedBefore() throws Exception {
        body.onNext(bytes(2));
        body.onError(new IOException("reset"));
        assertThat(body.read(read, LONG)).isTrue();
        assertThatThrownBy(() -> body.read(read, LONG)).isInstanceOf(IOException.class)
                .hasMessage("reset");
    }

    @Test
    void silenceIsAFailure() {
        assertThatThrownBy(() -> body.read(read, Duration.ofMillis(1)))
                .isInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void closedBodyEndsAndIsCancelled() throws Exception {
        body.close();
        assertThat(isCancelled).isTrue();
        assertThat(body.read(read, LONG)).isFalse();
    }

    @Test
    void completeBodyIsNotCancelled() {
        body.onComplete();
        body.close();
        assertThat(isCancelled).isFalse();
    }

    @Test
    void shortRestIsDiscardedToItsEnd() throws Exception {
        body.onNext(bytes(1_000));
        body.onComplete();
        body.discard();
        assertThat(isCancelled).isFalse();
    }

    @Test
    void longRestIsCancelled() throws Exception {
        body.onNext(bytes(1 << 20));
        body.discard();
        assertThat(isCancelled).isTrue();
    }
}

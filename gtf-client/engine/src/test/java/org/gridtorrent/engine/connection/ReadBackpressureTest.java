package org.gridtorrent.engine.connection;

import static org.awaitility.Awaitility.await;

import java.util.List;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.wire.PeerMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Back-pressure while other contents take all memory. */
@Timeout(10)
class ReadBackpressureTest {
    private final BufferPool memory = new BufferPool(1);
    private final ReadBackpressure backpressure = new ReadBackpressure(memory);
    private Thread reader;
    private volatile boolean closed;

    @BeforeEach
    void fillMemory() {
        memory.reserve(1);
        reader = Thread.ofPlatform().start(this::pass);
        await().until(() -> reader.getState() == Thread.State.WAITING);
    }

    private void pass() {
        try {
            backpressure.awaitRoom(() -> closed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        reader.interrupt();
        reader.join();
    }

    @Test
    void readersOfCompleteContentContinue() throws InterruptedException {
        backpressure.needsMemory(false);
        reader.join();
    }

    @Test
    void readersOfStoppedSwarmContinue() throws InterruptedException {
        backpressure.end();
        reader.join();
    }

    @Test
    void readerOfClosedConnectionContinues() throws InterruptedException {
        closed = true;
        backpressure.wake();
        reader.join();
    }

    @Test
    void readerOfClosedConnectionDoesNotWaitForTheDisk() throws InterruptedException {
        backpressure.storeKeepsUp(false);
        memory.release(1);
        closed = true;
        backpressure.wake();
        reader.join();
    }

    @Test
    void readersContinueWhenMemoryIsReleased() throws InterruptedException {
        memory.release(1);
        reader.join();
    }

    @Test
    void readersWaitWhileTooManyMessagesAreUnhandled() throws InterruptedException {
        backpressure.needsMemory(false);
        reader.join();
        long bytes = backpressure
                .received(List.of(new PeerMessage.BitfieldBytes(new byte[5 << 20])));
        reader = Thread.ofPlatform().start(this::pass);
        await().until(() -> reader.getState() == Thread.State.WAITING);
        backpressure.handled(bytes);
        reader.join();
    }
}

package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Receiver that keeps what a request brings. */
final class ReceivedRange implements RangeReceiver {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final CompletableFuture<RangeResponse> started = new CompletableFuture<>();
    final CompletableFuture<Object> ended = new CompletableFuture<>();

    @Override
    public void started(RangeResponse response) {
        started.complete(response);
    }

    @Override
    public synchronized void received(ByteBuffer more) {
        byte[] copy = new byte[more.remaining()];
        more.get(copy);
        bytes.writeBytes(copy);
        notifyAll();
    }

    synchronized void awaitBytes(int count) throws InterruptedException {
        while (bytes.size() < count) {
            wait();
        }
    }

    @Override
    public void completed() {
        ended.complete("completed");
    }

    @Override
    public void unsatisfiable(long fileLength) {
        ended.complete(fileLength);
    }

    @Override
    public void failed(ReplicaFault fault) {
        ended.complete(fault);
    }

    synchronized byte[] bytes() {
        return bytes.toByteArray();
    }

    RangeResponse response() throws InterruptedException, ExecutionException, TimeoutException {
        return started.get(20, TimeUnit.SECONDS);
    }

    Object end() throws InterruptedException, ExecutionException, TimeoutException {
        return ended.get(20, TimeUnit.SECONDS);
    }

    ReplicaFault fault() throws InterruptedException, ExecutionException, TimeoutException {
        return (ReplicaFault) end();
    }

    /** Fails unless just these bytes of the content came. */
    void assertBrings(int start, int end) throws Exception {
        assertThat(end()).isEqualTo("completed");
        assertThat(bytes())
                .isEqualTo(Arrays.copyOfRange(ScriptedReplicas.CONTENT, start, end));
    }
}

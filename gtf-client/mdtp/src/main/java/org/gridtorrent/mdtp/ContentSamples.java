package org.gridtorrent.mdtp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.gridtorrent.mdtp.ContentComparison.Source;
import org.gridtorrent.mdtp.schedule.ByteRange;

/** Samples that replicas are asked for; what fails is asked again. Confined to the fetch's thread. */
final class ContentSamples {
    private static final int MAX_TRIES = 3;
    private static final long RETRY_NS = Duration.ofSeconds(1).toNanos();
    /** How old a sample may become when all else has arrived. */
    private static final long LAST_TIMEOUT_NS = Duration.ofSeconds(2).toNanos();
    /** How long samples are awaited that decide which replicas are left. */
    private static final long AWAIT_NS = Duration.ofSeconds(10).toNanos();
    private static final long TICK_MS = 100;

    private final long fileLength;
    private final BlockingQueue<FetchMessage> fetch;
    private final Set<ContentSample> open = new HashSet<>();
    private final List<Retry> retries = new ArrayList<>();

    private record Retry(ContentSample sample, long atNs) {}

    /** Takes a sample that was answered. */
    interface AnswerConsumer {
        void accept(ContentSample sample) throws IOException;
    }

    /** @param fetch told of each sample's end */
    ContentSamples(long fileLength, BlockingQueue<FetchMessage> fetch) {
        this.fileLength = fileLength;
        this.fetch = fetch;
    }

    void ask(Source source, ReplicaState replica, ByteRange range) {
        send(new ContentSample(source, replica, range, 1, fileLength, fetch::add));
    }

    private void send(ContentSample sample) {
        open.add(sample);
        sample.send();
    }

    /** Takes a sample that arrived or failed; returns whether it is one of these, and answered. */
    boolean ended(ContentSample sample, long nowNs) {
        if (!open.remove(sample)) {
            return false; // of an earlier comparison
        }
        if (!sample.isAnswered() && sample.tries < MAX_TRIES) {
            retries.add(new Retry(sample.again(), nowNs + RETRY_NS));
        }
        return sample.isAnswered();
    }

    /** Asks again for what failed before. */
    void tick(long nowNs) {
        for (Retry retry : List.copyOf(retries)) {
            if (nowNs - retry.atNs >= 0) {
                retries.remove(retry);
                send(retry.sample);
            }
        }
    }

    /** Asks at once for what failed before, and gives up what takes too long: nothing else is fetched any more. */
    void hasten(long nowNs) {
        retries.forEach(retry -> send(retry.sample));
        retries.clear();
        for (ContentSample sample : List.copyOf(open)) {
            if (nowNs - sample.sentNs() > LAST_TIMEOUT_NS) {
                open.remove(sample);
                sample.cancel();
            }
        }
    }

    /** Whether all arrived, or were given up. */
    boolean isComplete() {
        return open.isEmpty() && retries.isEmpty();
    }

    /** Gives up those that have not arrived. */
    void cancel() {
        open.forEach(ContentSample::cancel);
        open.clear();
        retries.clear();
    }

    /** Waits for them, for a limited time, and gives up the others. Nothing else may be told meanwhile. */
    void await(AnswerConsumer answers, BooleanSupplier isStopped)
            throws IOException, InterruptedException {
        long endNs = System.nanoTime() + AWAIT_NS;
        try {
            while (!isComplete() && endNs - System.nanoTime() > 0) {
                FetchMessage message = fetch.poll(TICK_MS, TimeUnit.MILLISECONDS);
                if (isStopped.getAsBoolean()) {
                    throw new CancellationException("stopped");
                }
                long nowNs = System.nanoTime();
                if (message instanceof FetchMessage.SampleEnded(ContentSample sample)
                        && ended(sample, nowNs)) {
                    answers.accept(sample);
                }
                tick(nowNs);
            }
        } finally {
            cancel();
        }
    }
}

package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.gridtorrent.terminal.Failures;

/** Load generator: callers that send requests to a server at a rate, or as fast as it responds. */
public final class LoadGenerator {
    /** A server that is later than this does not bear the load. */
    private static final long LATEST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long IMMEDIATELY = 0;

    private LoadGenerator() {}

    /**
     * Answers that callers got.
     *
     * @param perSecond from the first request's time to the last answer
     */
    public record Load(double perSecond, LatencySamples latencies) {}

    /** Caller that asks one question after another. Confined to one thread. */
    public interface Caller {
        void call(long number) throws IOException;
    }

    /**
     * Requests at regular times, whether or not those before are answered (an open loop). Each is
     * counted from the time at which it was due, so that one who waits for a late server waits too. Those
     * that the server could not take within ten seconds are not made.
     */
    public static Load openLoop(double perSecond, Duration time,
            List<? extends Caller> callers,
            ThreadFactory threads) throws IOException, InterruptedException {
        return openLoop(perSecond, time, callers, threads, System::nanoTime);
    }

    /** The same, with a clock in nanoseconds. */
    static Load openLoop(double perSecond, Duration time, List<? extends Caller> callers,
            ThreadFactory threads, LongSupplier clock) throws IOException, InterruptedException {
        long spacingNs = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
        return new Run(spacingNs, time.toNanos(), Long.MAX_VALUE, clock).with(callers, threads);
    }

    /** Callers ask again as soon as they are answered (a closed loop). */
    public static Load closedLoop(Duration time, List<? extends Caller> callers,
            ThreadFactory threads) throws IOException, InterruptedException {
        return new Run(IMMEDIATELY, time.toNanos(), Long.MAX_VALUE, System::nanoTime)
                .with(callers, threads);
    }

    /** The same, for so many requests in all. */
    public static Load closedLoop(long count, List<? extends Caller> callers,
            ThreadFactory threads)
            throws IOException, InterruptedException {
        return new Run(IMMEDIATELY, Long.MAX_VALUE - LATEST_NS, count, System::nanoTime)
                .with(callers, threads);
    }

    private static final class Run {
        private final long spacingNs;
        private final long timeNs;
        private final long count;
        private final LongSupplier clock;
        private final AtomicLong next = new AtomicLong();
        private final long beginNs;

        Run(long spacingNs, long timeNs, long count, LongSupplier clock) {
            this.spacingNs = spacingNs;
            this.timeNs = timeNs;
            this.count = count;
            this.clock = clock;
            this.beginNs = clock.getAsLong();
        }

        private long nowNs() {
            return clock.getAsLong() - beginNs;
        }

        Load with(List<? extends Caller> callers, ThreadFactory threads)
                throws IOException, InterruptedException {
            LatencySamples all = new LatencySamples();
            try (ExecutorService each = Executors.newThreadPerTaskExecutor(threads)) {
                List<Future<LatencySamples>> running = new ArrayList<>();
                callers.forEach(caller -> running.add(each.submit(() -> run(caller))));
                for (Future<LatencySamples> one : running) {
                    all.addAll(one.get());
                }
            } catch (ExecutionException e) {
                throw new IOException("a request failed: " + Failures.describe(e).line(), e);
            }
            double seconds = nowNs() / (double) TimeUnit.SECONDS.toNanos(1);
            return new Load(all.count() / seconds, all);
        }

        private LatencySamples run(Caller caller) throws IOException {
            LatencySamples mine = new LatencySamples();
            while (true) {
                long number = next.getAndIncrement();
                long nowNs = nowNs();
                long dueNs = spacingNs == IMMEDIATELY ? nowNs : number * spacingNs;
                if (number >= count || dueNs >= timeNs || nowNs >= timeNs + LATEST_NS) {
                    return mine;
                }
                await(dueNs);
                caller.call(number);
                mine.add(nowNs() - dueNs);
            }
        }

        private void await(long dueNs) {
            for (long leftNs = dueNs - nowNs(); leftNs > 0; leftNs = dueNs - nowNs()) {
                LockSupport.parkNanos(leftNs);
            }
        }
    }
}

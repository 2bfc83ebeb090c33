package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.testing.TestScale;

/** Machines that wait for tasks for ever, each on a thread of its own, and back off as daemons do. */
final class PollingDevices implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<SoapConnection> lines = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final SplittableRandom random = new SplittableRandom(TestScale.seed("tracker.seed"));
    private final int faster;
    private int failures;

    /** @param faster how many times sooner than daemons they come back */
    PollingDevices(int faster) {
        this.faster = faster;
    }

    void begin(List<EnrolledDevice> machines, SiteAddress site) {
        for (EnrolledDevice machine : machines) {
            var backoff = new Backoff(random.split());
            threads.execute(() -> run(machine, site, backoff));
        }
    }

    private void run(EnrolledDevice machine, SiteAddress site, Backoff backoff) {
        try {
            do {
                poll(machine, site, backoff);
                failed();
            } while (!closing.await(backoff.failed().toMillis() / faster, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the line breaks. */
    private void poll(EnrolledDevice machine, SiteAddress site, Backoff backoff) {
        try (SoapConnection line = SoapConnection.open(site.tracker(), machine.tls(site))) {
            lines.add(line);
            long revision = 0;
            while (closing.getCount() > 0) {
                String answer = line.ask(SoapRequest.poll(revision));
                revision = Long.parseLong(SoapRequest.element(answer, "revision"));
                backoff.reset();
            }
        } catch (IOException e) {
            // counted by the caller
        }
    }

    private synchronized void failed() {
        failures++;
        notifyAll();
    }

    /** Tries that ended without an answer. */
    synchronized int failures() {
        return failures;
    }

    synchronized void awaitFailures(int count) throws InterruptedException {
        while (failures < count) {
            wait();
        }
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        for (SoapConnection line : lines) {
            line.close();
        }
        threads.close();
    }
}

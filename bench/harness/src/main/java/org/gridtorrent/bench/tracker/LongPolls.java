package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Devices that wait for tasks, each in a long poll over a connection of its own.
 *
 * <p>As clients do, they poll anew whenever they are answered, and a while later when the tracker is busy.
 */
public final class LongPolls implements AutoCloseable {
    private static final int CONNECTING_AT_ONCE = 32;
    private static final int TIMEOUT_SECONDS = 60;
    private static final long CHECK_INTERVAL_MS = 50;

    private final TrackerProcess tracker;
    private final List<Poller> pollers = Collections.synchronizedList(new ArrayList<>());
    /** Failure of the first poll that broke off. */
    private final AtomicReference<Optional<IOException>> failure = new AtomicReference<>(
            Optional.empty());
    private final AtomicLong busy = new AtomicLong();
    private volatile boolean closed;

    private LongPolls(TrackerProcess tracker) {
        this.tracker = tracker;
    }

    /** Returns when the tracker holds all of them. */
    public static LongPolls open(TrackerProcess tracker, List<EnrolledDevice> devices)
            throws IOException, InterruptedException {
        var polls = new LongPolls(tracker);
        try {
            polls.connect(devices);
            polls.awaitHeld();
            return polls;
        } catch (IOException | InterruptedException e) {
            polls.close();
            throw e;
        }
    }

    private void connect(List<EnrolledDevice> devices) throws IOException, InterruptedException {
        SiteAddress site = tracker.address();
        List<LoadGenerator.Caller> connecting = new ArrayList<>();
        for (int i = 0; i < CONNECTING_AT_ONCE; i++) {
            connecting.add(number -> {
                EnrolledDevice device = devices.get((int) number);
                Poller poller = new Poller(device,
                        SoapConnection.open(site.tracker(), device.tls(site)));
                pollers.add(poller);
                Thread.ofVirtual().name("poll").start(poller);
            });
        }
        var _ = LoadGenerator.closedLoop(devices.size(), connecting, Thread.ofVirtual().factory());
    }

    private void awaitHeld() throws IOException, InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (tracker.waiting() < pollers.size()) {
            throwFailure();
            if (System.nanoTime() > endNs) {
                throw new IOException("the tracker holds only " + tracker.waiting() + " of "
                        + pollers.size() + " polls; that it is busy it said " + busy() + " times");
            }
            TimeUnit.MILLISECONDS.sleep(CHECK_INTERVAL_MS);
        }
    }

    private void throwFailure() throws IOException {
        if (failure.get().isPresent()) {
            throw new IOException("a poll broke off: " + failure.get().get().getMessage(),
                    failure.get().get());
        }
    }

    /**
     * Makes a task at regular times, each for another of the devices, and awaits that all have theirs;
     * how long that took, counted from when each was due.
     */
    public LatencySamples push(int count, Duration spacing, String infoHash)
            throws IOException, InterruptedException {
        List<Poller> chosen = new ArrayList<>(pollers);
        Collections.shuffle(chosen, new Random(1));
        long beginNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long dueNs = beginNs + i * spacing.toNanos();
            TimeUnit.NANOSECONDS.sleep(dueNs - System.nanoTime());
            tracker.task(chosen.get(i).device, infoHash);
        }
        LatencySamples latencies = new LatencySamples();
        for (int i = 0; i < count; i++) {
            latencies.add(chosen.get(i).awaitNotifiedNs() - (beginNs + i * spacing.toNanos()));
        }
        throwFailure();
        return latencies;
    }

    /** Number of polls that were answered with "busy". */
    public long busy() {
        return busy.get();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        for (Poller poller : List.copyOf(pollers)) {
            poller.connection.close();
        }
    }

    private final class Poller implements Runnable {
        private final EnrolledDevice device;
        private final SoapConnection connection;
        private final CompletableFuture<Long> notifiedNs = new CompletableFuture<>();

        Poller(EnrolledDevice device, SoapConnection connection) {
            this.device = device;
            this.connection = connection;
        }

        @Override
        public void run() {
            try {
                long revision = 0;
                while (!closed) {
                    String answer = ask(revision);
                    if (answer.contains("DOWNLOAD")) {
                        notifiedNs.complete(System.nanoTime());
                    }
                    revision = Long.parseLong(SoapRequest.element(answer, "revision"));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                if (!closed) {
                    failure.compareAndSet(Optional.empty(), Optional.of(e));
                }
            }
        }

        /** Polls again after the time that a busy tracker names. */
        private String ask(long revision) throws IOException, InterruptedException {
            while (true) {
                try {
                    return connection.ask(SoapRequest.poll(revision));
                } catch (SoapConnection.BusyException e) {
                    busy.incrementAndGet();
                    TimeUnit.SECONDS.sleep(e.seconds());
                }
            }
        }

        /** Time at which it was told of its first task. */
        long awaitNotifiedNs() throws IOException, InterruptedException {
            try {
                return notifiedNs.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new IOException("a device was not told of its task", e);
            }
        }
    }
}

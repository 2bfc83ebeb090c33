package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gridtorrent.client.config.KeepOffer;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.client.tracker.Place;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.Backoff;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the tracker where this device listens and what it offers: at start, at a change, every ten minutes. */
final class DeviceReporter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceReporter.class);
    private static final Duration INTERVAL = Duration.ofMinutes(10);
    /** How often it is looked whether this machine has other addresses now, as a laptop that moved. */
    private static final Duration LOOK = Duration.ofMinutes(1);

    /** As the contract bounds them. */
    private static final int MOST_FOLDERS = 500;

    private final TrackerClient tracker;
    private final OpenedFolders folders;
    private final Path downloads;
    private final KeepOffer offer;
    private final String version;
    private final int port;
    private final ListenAddresses places;
    private final Consumer<InetAddress> observed;
    /** As the tracker was told last. */
    private List<Place> told = List.of();
    private final Semaphore changes = new Semaphore(0);

    DeviceReporter(TrackerClient tracker, OpenedFolders folders, Path downloads, KeepOffer offer,
            String version, int port, ListenAddresses places, Consumer<InetAddress> observed) {
        this.tracker = tracker;
        this.folders = folders;
        this.downloads = downloads;
        this.offer = offer;
        this.version = version;
        this.port = port;
        this.places = places;
        this.observed = observed;
    }

    void changed() {
        changes.release();
    }

    @Override
    public void run() {
        Backoff backoff = new Backoff(ThreadLocalRandom.current());
        try {
            while (true) {
                await(report(backoff));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the time is over, or something has changed. */
    private void await(Duration wait) throws InterruptedException {
        long endNs = System.nanoTime() + wait.toNanos();
        boolean changed = false;
        while (!changed && endNs - System.nanoTime() > 0) {
            long leftMs = Duration.ofNanos(endNs - System.nanoTime()).toMillis();
            changed = changes.tryAcquire(Math.min(leftMs, LOOK.toMillis()) + 1,
                    TimeUnit.MILLISECONDS) || hasMoved();
        }
        changes.drainPermits();
    }

    private boolean hasMoved() {
        try {
            return !places.now().equals(told);
        } catch (IOException e) {
            LOG.debug("this machine's addresses cannot be read", e);
            return false;
        }
    }

    /** Gives the wait before the next time. */
    private Duration report(Backoff backoff) {
        try {
            told = places.now();
            tracker.reportDevice(version, ListenAddresses.TRANSPORTS, port, freeBytes(),
                    folders.all().stream().map(Path::toString).limit(MOST_FOLDERS).toList());
            tracker.reportPlaces(told).map(InetAddress::ofLiteral).ifPresent(observed);
            tracker.offerRoom(offer.bytes(), offer.alwaysOn());
            backoff.reset();
            return INTERVAL;
        } catch (IOException e) {
            LOG.info("the tracker does not know yet where this device listens: {}", e.getMessage());
            return backoff.failed(e);
        }
    }

    private long freeBytes() throws IOException {
        Path place = downloads;
        while (!Files.exists(place) && place.getParent() != null) {
            place = place.getParent();
        }
        return Files.getFileStore(place).getUsableSpace();
    }
}

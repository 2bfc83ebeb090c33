package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.config.KeepOffer;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.client.tracker.Backoff;
import org.gridtorrent.client.tracker.TrackerClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the tracker where this device listens and what it offers: at start, at a change, every ten minutes. */
final class DeviceReporter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceReporter.class);
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private final TrackerClient tracker;
    private final OpenedFolders folders;
    private final Path downloads;
    private final KeepOffer offer;
    private final String version;
    private final int port;
    private final Semaphore changes = new Semaphore(0);

    DeviceReporter(TrackerClient tracker, OpenedFolders folders, Path downloads, KeepOffer offer,
            String version, int port) {
        this.tracker = tracker;
        this.folders = folders;
        this.downloads = downloads;
        this.offer = offer;
        this.version = version;
        this.port = port;
    }

    void changed() {
        changes.release();
    }

    @Override
    public void run() {
        Backoff backoff = new Backoff(ThreadLocalRandom.current());
        try {
            while (true) {
                if (changes.tryAcquire(report(backoff).toMillis(), TimeUnit.MILLISECONDS)) {
                    changes.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives the wait before the next time. */
    private Duration report(Backoff backoff) {
        try {
            tracker.reportDevice(version, List.of("tcp", "ptcp"), port, freeBytes(),
                    folders.offered());
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

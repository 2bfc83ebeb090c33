package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.tracker.TrackerClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews the device's certificate once half of its life is over. A virtual thread runs it. */
final class CertificateKeeper implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateKeeper.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final DeviceIdentity device;
    private final TrackerClient tracker;
    private final InstantSource clock;

    CertificateKeeper(DeviceIdentity device, TrackerClient tracker, InstantSource clock) {
        this.device = device;
        this.tracker = tracker;
        this.clock = clock;
    }

    @Override
    public void run() {
        try {
            while (true) {
                renewIfDue();
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void renewIfDue() {
        if (!device.wantsRenewal(clock.instant())) {
            return;
        }
        try {
            device.renewed(tracker.renew(device.key().certificateRequest()));
            LOG.info("the certificate was renewed");
        } catch (IOException e) {
            LOG.warn("the certificate cannot be renewed yet: {}", e.getMessage());
        }
    }
}

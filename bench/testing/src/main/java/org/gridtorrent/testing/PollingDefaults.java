package org.gridtorrent.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Has Awaitility poll at once and then every 5 ms, in place of every 100 ms. A condition that cannot be
 * evaluated yet, since what it looks at is not there, is not met yet. Loaded as a service by JUnit.
 */
public final class PollingDefaults implements LauncherSessionListener {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(POLL_INTERVAL);
        Awaitility.ignoreExceptionsByDefault();
    }
}

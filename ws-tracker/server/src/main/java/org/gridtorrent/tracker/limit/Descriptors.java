package org.gridtorrent.tracker.limit;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Shares of the file descriptors that the process may open, so that no listener takes those of the
 * others, of the database and of files.
 */
public final class Descriptors {
    private Descriptors() {}

    /** As many as wanted, but no more than one of so many parts of all. */
    public static int share(int wanted, int parts) {
        return ManagementFactory
                .getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                        ? (int) Math.min(wanted, system.getMaxFileDescriptorCount() / parts)
                        : wanted;
    }
}

package org.gridtorrent.bench.process;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Clock of wall time and of this process's processor time, from its making. */
public final class CpuClock {
    private static final OperatingSystemMXBean SYSTEM = ManagementFactory
            .getPlatformMXBean(OperatingSystemMXBean.class);

    private final long startNanos = System.nanoTime();
    private final long startCpuNanos = SYSTEM.getProcessCpuTime();

    public double seconds() {
        return (System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /** Processor seconds of all threads of this process. */
    public double cpuSeconds() {
        return (SYSTEM.getProcessCpuTime() - startCpuNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    }
}

package org.gridtorrent.bench.endpoint;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Resources that this process holds: memory after a collection, platform threads, open descriptors. */
record ResourceSnapshot(long bytes, long platformThreads, long descriptors) {

    private static final Duration QUIET = Duration.ofMillis(500);
    private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Less memory than any socket takes. */
    private static final long NOISE_BYTES = 8 * 1024;

    /**
     * Waits until no channel has opened or closed for a while and memory no longer shrinks, then takes a
     * snapshot. Some channels open and close in the background.
     */
    static ResourceSnapshot afterQuiescence() throws InterruptedException {
        long givenUpNs = System.nanoTime() + TIMEOUT.toNanos();
        awaitChannels(givenUpNs);
        ResourceSnapshot before = now();
        ResourceSnapshot after = now();
        while (after.bytes < before.bytes - NOISE_BYTES && System.nanoTime() < givenUpNs) {
            Thread.sleep(SAMPLE_INTERVAL);
            before = after;
            after = now();
        }
        return after;
    }

    /** Waits until no channel has opened or closed for a while. */
    static void awaitChannels() throws InterruptedException {
        awaitChannels(System.nanoTime() + TIMEOUT.toNanos());
    }

    private static void awaitChannels(long givenUpNs) throws InterruptedException {
        long sinceNs = System.nanoTime();
        long count = descriptorCount();
        while (System.nanoTime() - sinceNs < QUIET.toNanos() && System.nanoTime() < givenUpNs) {
            Thread.sleep(SAMPLE_INTERVAL);
            long next = descriptorCount();
            sinceNs = next == count ? sinceNs : System.nanoTime();
            count = next;
        }
    }

    private static long descriptorCount() {
        return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getOpenFileDescriptorCount();
    }

    private static ResourceSnapshot now() {
        long buffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
        return new ResourceSnapshot(heapInUse() + buffers,
                ManagementFactory.getThreadMXBean().getThreadCount(), descriptorCount());
    }

    private static long heapInUse() {
        // What the first leaves to be cleaned, such as direct buffers, the second takes.
        ManagementFactory.getMemoryMXBean().gc();
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    ResourceSnapshot minus(ResourceSnapshot before) {
        return new ResourceSnapshot(bytes - before.bytes, platformThreads - before.platformThreads,
                descriptors - before.descriptors);
    }
}

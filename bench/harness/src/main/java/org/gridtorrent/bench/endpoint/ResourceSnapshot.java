package org.gridtorrent.bench.endpoint;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Resources that this process holds: memory after a collection, platform threads, open descriptors. */
record ResourceSnapshot(long bytes, long platformThreads, long descriptors) {

    private static final Duration QUIET = Duration.ofMillis(500);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    /** Less memory than any socket takes. */
    private static final long NOISE_BYTES = 8 * 1024;

    /**
     * When no channel came or went for a while, since some open, and end, in the background, and nothing
     * more of what came before is given back.
     */
    static ResourceSnapshot settled() throws InterruptedException {
        long givenUpNs = System.nanoTime() + LONGEST_WAIT.toNanos();
        awaitChannels(givenUpNs);
        ResourceSnapshot before = now();
        ResourceSnapshot after = now();
        while (after.bytes < before.bytes - NOISE_BYTES && System.nanoTime() < givenUpNs) {
            Thread.sleep(LOOK);
            before = after;
            after = now();
        }
        return after;
    }

    /** Returns when none came or went for a while. */
    static void awaitChannels() throws InterruptedException {
        awaitChannels(System.nanoTime() + LONGEST_WAIT.toNanos());
    }

    private static void awaitChannels(long givenUpNs) throws InterruptedException {
        long sinceNs = System.nanoTime();
        long count = descriptorCount();
        while (System.nanoTime() - sinceNs < QUIET.toNanos() && System.nanoTime() < givenUpNs) {
            Thread.sleep(LOOK);
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

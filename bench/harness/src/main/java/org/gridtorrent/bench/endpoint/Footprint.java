package org.gridtorrent.bench.endpoint;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What this process holds: memory after a collection, threads of both kinds, open descriptors. */
record Footprint(long bytes, long platformThreads, long virtualThreads, long descriptors) {

    private static final Duration QUIET = Duration.ofMillis(500);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Less than any socket takes. */
    private static final long NOISE_BYTES = 8 * 1024;

    /**
     * When no channel came or went for a while, since some open, and end, in the background, and nothing
     * more of what came before is given back.
     */
    static Footprint settled() throws IOException, InterruptedException {
        long givenUpNs = System.nanoTime() + PATIENCE.toNanos();
        long sinceNs = System.nanoTime();
        long count = descriptorCount();
        while (System.nanoTime() - sinceNs < QUIET.toNanos() && System.nanoTime() < givenUpNs) {
            Thread.sleep(LOOK);
            long next = descriptorCount();
            sinceNs = next == count ? sinceNs : System.nanoTime();
            count = next;
        }
        Footprint before = now();
        Footprint after = now();
        while (after.bytes < before.bytes - NOISE_BYTES && System.nanoTime() < givenUpNs) {
            Thread.sleep(LOOK);
            before = after;
            after = now();
        }
        return after;
    }

    private static long descriptorCount() {
        return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getOpenFileDescriptorCount();
    }

    private static Footprint now() throws IOException {
        long buffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
        return new Footprint(heapInUse() + buffers,
                ManagementFactory.getThreadMXBean().getThreadCount(), virtualThreadCount(),
                descriptorCount());
    }

    private static long heapInUse() {
        // What the first leaves to be cleaned, such as direct buffers, the second takes.
        ManagementFactory.getMemoryMXBean().gc();
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Only a thread dump knows the virtual ones. */
    private static long virtualThreadCount() throws IOException {
        Path folder = Files.createTempDirectory("gridtorrent-bench");
        Path dump = folder.resolve("threads");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toAbsolutePath().toString(), ThreadDumpFormat.TEXT_PLAIN);
            try (Stream<String> lines = Files.lines(dump)) {
                return lines.filter(line -> line.matches("#\\d+ .* virtual.*")).count();
            }
        } finally {
            Files.deleteIfExists(dump);
            Files.delete(folder);
        }
    }

    Footprint minus(Footprint before) {
        return new Footprint(bytes - before.bytes, platformThreads - before.platformThreads,
                virtualThreads - before.virtualThreads, descriptors - before.descriptors);
    }

    Order.Costs each(int sockets) {
        double count = sockets;
        return new Order.Costs(bytes / count, platformThreads / count, virtualThreads / count,
                descriptors / count);
    }
}

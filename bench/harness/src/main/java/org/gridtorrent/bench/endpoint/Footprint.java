package org.gridtorrent.bench.endpoint;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process holds: memory after a collection, threads of both kinds, open descriptors. */
record Footprint(long bytes, long platformThreads, long virtualThreads, long descriptors) {

    static Footprint now() throws IOException {
        long buffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
        return new Footprint(heapInUse() + buffers,
                ManagementFactory.getThreadMXBean().getThreadCount(), virtualThreadCount(),
                ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                        .getOpenFileDescriptorCount());
    }

    private static long heapInUse() {
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

package org.gridtorrent.client.daemon;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.gridtorrent.client.share.ContentView;

/** Metrics of a daemon in Prometheus's text format. Used by one thread. */
public final class DaemonMetrics implements Supplier<String> {
    private static final String PREFIX = "gridtorrent_daemon_";

    private final Supplier<DaemonStatus> status;
    private final Path downloads;
    private final InstantSource clock;
    private final Traffic uploaded = new Traffic(ContentView::uploaded);
    private final Traffic downloaded = new Traffic(ContentView::downloaded);
    private final StringBuilder text = new StringBuilder();

    /** Bytes of all contents since the daemon started, those of contents that are not shared any more among them. */
    private static final class Traffic {
        private final ToLongFunction<ContentView> bytes;
        private Map<String, Long> last = Map.of();
        private long total;

        Traffic(ToLongFunction<ContentView> bytes) {
            this.bytes = bytes;
        }

        long add(DaemonStatus now) {
            Map<String, Long> current = new HashMap<>();
            for (ContentView content : now.contents()) {
                long count = bytes.applyAsLong(content);
                current.put(content.infoHash(), count);
                total += Math.max(0, count - last.getOrDefault(content.infoHash(), 0L));
            }
            last = current;
            return total;
        }
    }

    public DaemonMetrics(Supplier<DaemonStatus> status, Path downloads, InstantSource clock) {
        this.status = status;
        this.downloads = downloads;
        this.clock = clock;
    }

    @Override
    public String get() {
        DaemonStatus now = status.get();
        text.setLength(0);
        gauge("info", "Version of the program and name of its site; always 1",
                "{version=\"%s\",site=\"%s\"}".formatted(now.version(), now.site()), 1);
        gauge("written_seconds", "Time when these metrics were written, since 1970",
                seconds(clock.instant()));
        gauge("tracker_up", "1 while the tracker answers", now.trackerReachable() ? 1 : 0);
        gauge("certificate_end_seconds", "Time when the machine's certificate expires, since 1970",
                seconds(Instant.parse(now.certificateEnds())));
        gauge("tasks_running", "Running tasks", now.tasksRunning());
        writeContents(now);
        counter("uploaded_bytes_total", "Bytes sent to peers", uploaded.add(now));
        counter("downloaded_bytes_total", "Bytes received from peers and web servers",
                downloaded.add(now));
        writeProcess();
        return text.toString();
    }

    private void writeContents(DaemonStatus now) {
        Map<String, Long> phases = new TreeMap<>(now.contents().stream()
                .collect(Collectors.groupingBy(ContentView::phase, Collectors.counting())));
        head("contents", "Data sets by phase", "gauge");
        phases.forEach((phase, count) -> line("contents", "{phase=\"" + phase + "\"}", count));
        gauge("contents_hindered",
                "Data sets that do not progress; gridtorrent daemon status says why",
                now.contents().stream().filter(content -> !content.reasonCode().isEmpty())
                        .count());
        gauge("peers", "Connections to peers",
                now.contents().stream().mapToInt(ContentView::peers).sum());
    }

    private void writeProcess() {
        gauge("disk_free_bytes", "Free space on the disk of the downloads", freeBytes());
        counter("cpu_seconds_total", "Processor time of the daemon",
                ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis()
                        / 1e3);
        gauge("heap_bytes", "Heap in use",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        if (ManagementFactory
                .getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            gauge("files_open", "Open files and connections",
                    system.getOpenFileDescriptorCount());
            gauge("files_allowed", "Limit of open files and connections",
                    system.getMaxFileDescriptorCount());
        }
    }

    /** Not a number where the disk does not answer. */
    private double freeBytes() {
        try {
            Path there = downloads;
            while (Files.notExists(there) && there.getParent() != null) {
                there = there.getParent();
            }
            return Files.getFileStore(there).getUsableSpace();
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private static double seconds(Instant moment) {
        return moment.toEpochMilli() / 1e3;
    }

    private void gauge(String name, String help, Number value) {
        gauge(name, help, "", value);
    }

    private void gauge(String name, String help, String labels, Number value) {
        head(name, help, "gauge");
        line(name, labels, value);
    }

    private void counter(String name, String help, Number value) {
        head(name, help, "counter");
        line(name, "", value);
    }

    private void head(String name, String help, String type) {
        text.append("# HELP ").append(PREFIX).append(name).append(' ').append(help)
                .append("\n# TYPE ").append(PREFIX).append(name).append(' ').append(type)
                .append('\n');
    }

    private void line(String name, String labels, Number value) {
        text.append(PREFIX).append(name).append(labels).append(' ').append(value).append('\n');
    }
}

package org.gridtorrent.ccm.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.PoolCounts;
import org.gridtorrent.catalog.statistics.Statistics;
import org.gridtorrent.catalog.statistics.Statistics.Rows;
import org.gridtorrent.ccm.site.CcmOptions;

/**
 * Metrics of a node and of the database in Prometheus's format. The database's rows are counted when the
 * metrics are read, at most every ten seconds. If the database does not answer within a second, the last
 * counts stay, so that the other metrics can be read just then. Safe for use by many threads.
 */
public final class SiteMetrics implements AutoCloseable {
    /** Of {@link #text}. */
    public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final long COUNTED_NS = Duration.ofSeconds(10).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(
            PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final Catalog catalog;
    private final Statistics statistics;
    private volatile Rows rows;
    private volatile boolean databaseAnswers = true;
    private volatile double lastBackup = Double.NaN;
    // Under this object's monitor.
    private long countedNs;

    public SiteMetrics(Catalog catalog) {
        this.catalog = catalog;
        this.statistics = catalog.site().statistics();
        this.rows = statistics.rows();
        this.countedNs = System.nanoTime();
        readLastBackup();
        bindProcess();
        bindDatabase();
        bindSigns();
        Gauge.builder("gridtorrent.tracker.polls", catalog, Catalog::waiting)
                .description("Machines whose long poll waits at this node")
                .register(registry);
    }

    /** An operation of the tracker was answered. */
    public void called(String operation, String outcome, long durationNs) {
        Timer.builder("gridtorrent.tracker.calls")
                .description("Answered calls of machines; long polls include their wait")
                .tags("operation", operation, "outcome", outcome)
                .serviceLevelObjectives(Duration.ofMillis(10), Duration.ofMillis(50),
                        Duration.ofMillis(200), Duration.ofSeconds(1))
                .register(registry).record(durationNs, TimeUnit.NANOSECONDS);
    }

    /** A request to the pages or the REST interface was answered. */
    public void answered(int status, long durationNs) {
        Timer.builder("gridtorrent.pages.requests")
                .description("Answered requests to pages and REST interface")
                .tags("status", status / 100 + "xx")
                .serviceLevelObjectives(Duration.ofMillis(50), Duration.ofMillis(200),
                        Duration.ofSeconds(1), Duration.ofSeconds(5))
                .register(registry).record(durationNs, TimeUnit.NANOSECONDS);
    }

    /**
     * Measures what lies around this node too: the site's authority, and the disk of its home where it has
     * one.
     */
    public void watch(CcmOptions site) {
        double ends = seconds(site.caCertificate().getNotAfter().toInstant());
        Gauge.builder("gridtorrent.authority.end", () -> ends).baseUnit("seconds")
                .description("Time when the site's CA certificate expires, since 1970")
                .register(registry);
        site.home().ifPresent(home -> Gauge
                .builder("gridtorrent.disk.free", home, SiteMetrics::freeBytes).baseUnit("bytes")
                .description("Free space on the disk of the site's home").register(registry));
    }

    /** Measures the tracker of this node. */
    public void watchTracker(Instant certificateEnd) {
        double ends = seconds(certificateEnd);
        Gauge.builder("gridtorrent.tracker.certificate.end", () -> ends).baseUnit("seconds")
                .description("Time when the tracker's own certificate expires, since 1970")
                .register(registry);
    }

    /** Not a number where the disk does not answer. */
    private static double freeBytes(Path home) {
        try {
            return Files.getFileStore(home).getUsableSpace();
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private static double seconds(Instant moment) {
        return moment.toEpochMilli() / 1e3;
    }

    /** All of it, in Prometheus's text format. */
    public String text() {
        count();
        return registry.scrape();
    }

    /** Two of what the libraries measure have names that Prometheus's own check refuses. */
    private void bindProcess() {
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"))
                .meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
        FunctionCounter.builder("process.cpu", ProcessHandle.current(), SiteMetrics::cpu)
                .baseUnit("seconds").description("Processor time of the program")
                .register(registry);
        collections.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    private static double cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    private void bindDatabase() {
        connections("active", PoolCounts::active);
        connections("idle", PoolCounts::idle);
        connections("waiting", PoolCounts::waiting);
        connections("most", PoolCounts::most);
        rows.tasks().keySet().forEach(state -> rows("gridtorrent.tasks", "Tasks of machines",
                Tags.of("state", state), counted -> counted.tasks().getOrDefault(state, 0L)));
        rows.contents().keySet().forEach(state -> rows("gridtorrent.contents", "Data sets",
                Tags.of("state", state), counted -> counted.contents().getOrDefault(state, 0L)));
        rows("gridtorrent.devices", "Enrolled machines", Tags.empty(), Rows::devices);
        rows("gridtorrent.devices.heard", "Machines heard within the last four minutes",
                Tags.empty(),
                Rows::devicesHeard);
        rows("gridtorrent.sessions", "Browsers that are logged in", Tags.empty(),
                Rows::sessions);
        String peers = "Peers in swarms: machines of the site, and BitTorrent clients of the world";
        rows("gridtorrent.peers", peers, Tags.of("of", "site"), Rows::sitePeers);
        rows("gridtorrent.peers", peers, Tags.of("of", "world"), Rows::openPeers);
    }

    private void bindSigns() {
        String version = SiteMetrics.class.getPackage().getImplementationVersion();
        Gauge.builder("gridtorrent.build.info", () -> 1)
                .description("Version of the program; always 1")
                .tags("version", version == null ? "development" : version).register(registry);
        Gauge.builder("gridtorrent.database.up", () -> databaseAnswers ? 1 : 0)
                .description("1 while the database answers within a second").register(registry);
        Gauge.builder("gridtorrent.backup.last", () -> lastBackup).baseUnit("seconds")
                .description("Time of the last backup, since 1970").register(registry);
        rows("gridtorrent.tasks.failing", "Tasks that failed within the last day or are retried",
                Tags.empty(), counted -> counted.signs().failedTasks());
        rows("gridtorrent.devices.silent", "Machines not heard for a week", Tags.empty(),
                counted -> counted.signs().silentDevices());
        rows("gridtorrent.mail.late", "Mails that have waited for more than an hour", Tags.empty(),
                counted -> counted.signs().lateMails());
        rows("gridtorrent.mail.lost", "Mails given up within the last week", Tags.empty(),
                counted -> counted.signs().lostMails());
        rows("gridtorrent.logins.failed", "Failed logins within the last hour", Tags.empty(),
                counted -> counted.signs().failedLogins());
        rows("gridtorrent.copies.at.risk",
                "Data sets with too few reachable verified copies", Tags.empty(),
                counted -> counted.signs().copiesAtRisk());
    }

    private void readLastBackup() {
        lastBackup = catalog.site().settings().lastBackup().map(SiteMetrics::seconds)
                .orElse(Double.NaN);
    }

    private void connections(String state, ToDoubleFunction<PoolCounts> number) {
        Gauge.builder("gridtorrent.database.connections", statistics,
                all -> number.applyAsDouble(all.connections()))
                .description("Connections of this node to the database").tags("state", state)
                .register(registry);
    }

    private void rows(String name, String words, Tags tags, ToDoubleFunction<Rows> number) {
        Gauge.builder(name, () -> number.applyAsDouble(rows)).description(words).tags(tags)
                .register(registry);
    }

    private synchronized void count() {
        if (System.nanoTime() - countedNs > COUNTED_NS) {
            Optional<Rows> counted = statistics.rows(PATIENCE);
            databaseAnswers = counted.isPresent();
            counted.ifPresent(now -> {
                rows = now;
                readLastBackup();
            });
            countedNs = System.nanoTime();
        }
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}

package org.gridtorrent.bench.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One tracker in a process of its own for all tests. */
@ParameterizedClass
@MethodSource("kinds")
@SuppressWarnings("NullAway.Init") // set before all tests
class TrackerProcessTest {
    private static Path folder;
    private static SiteDatabase database;
    private static TrackerProcess tracker;

    private final SiteDatabase.Kind kind;

    TrackerProcessTest(SiteDatabase.Kind kind) {
        this.kind = kind;
    }

    /** On H2 the experiment is run in each build. */
    static List<SiteDatabase.Kind> kinds() {
        return TestScale.isFull()
                ? List.of(SiteDatabase.Kind.values())
                : List.of(SiteDatabase.Kind.POSTGRESQL);
    }

    @BeforeParameterizedClassInvocation
    static void open(SiteDatabase.Kind kind, @TempDir Path empty) throws IOException {
        folder = empty;
        database = kind.open(folder);
        tracker = TrackerProcess.start(folder, database.login());
    }

    @AfterParameterizedClassInvocation
    static void close() throws IOException {
        tracker.close();
        database.close();
    }

    @Test
    void machinesEnrolAnnounceAndAreToldOfTasks() throws Exception {
        TrackerProcess.Enrolled enrolled = tracker.enrol(6, 3);
        List<EnrolledDevice> machines = enrolled.devices();
        assertThat(machines).extracting(EnrolledDevice::id).doesNotHaveDuplicates().hasSize(6);
        assertThat(enrolled.load().latencies().count()).as(kind.title()).isEqualTo(6);
        List<String> contents = tracker.publish(2, machines.getFirst());

        announce(tracker.address(), machines, contents);
        try (LongPolls polls = LongPolls.open(tracker, machines)) {
            assertThat(tracker.waiting()).isEqualTo(6);
            assertThat(polls.push(4, Duration.ofMillis(5), contents.getFirst()).count())
                    .isEqualTo(4);
        }
        assertThat(tracker.heapAfterCollection()).isPositive();

        Path client = Files.createDirectory(folder.resolve("client"));
        assertThat(ClientStartup.millis(client, tracker.address(), machines.getFirst(),
                contents.getFirst(), 2)).hasSize(2).allMatch(millis -> millis > 0);
    }

    private static void announce(SiteAddress site, List<EnrolledDevice> machines,
            List<String> contents)
            throws Exception {
        try (AnnouncingDevices announcers = AnnouncingDevices.connect(site, machines, contents)) {
            LoadGenerator.Load load = LoadGenerator.closedLoop(60, announcers.callers(),
                    Thread.ofVirtual().factory());
            assertThat(load.latencies().count()).isEqualTo(60);
        }
        try (SoapConnection line = SoapConnection.open(site.tracker(),
                machines.getFirst().tls(site))) {
            String answer = line.ask(SoapRequest.announce(contents.getLast(), 50));
            assertThat(SoapRequest.element(answer, "deviceId"))
                    .isIn(machines.stream().map(EnrolledDevice::id).toList());
            assertThatThrownBy(() -> line.ask(SoapRequest.announce("0".repeat(40), 0)))
                    .isInstanceOf(IOException.class).hasMessageContaining("NOT_FOUND");
        }
    }

    @Test
    void strangersAnnounceHereAndAtOpentracker() throws Exception {
        EnrolledDevice publisher = tracker.enrol(1, 1).devices().getFirst();
        List<String> contents = tracker.publish(2, publisher);
        StockClients strangers = new StockClients(contents, 3, 4);
        announce(strangers, tracker.address().announce());

        assumeTrue(OpenTracker.missing().isEmpty(), () -> OpenTracker.missing().orElse(""));
        try (OpenTracker theirs = OpenTracker.start(
                Files.createDirectory(folder.resolve("theirs")), contents)) {
            announce(strangers, theirs.address());
        }
    }

    private static void announce(StockClients strangers, InetSocketAddress tracker)
            throws Exception {
        strangers.awaitKnown(tracker);
        assertThat(
                LoadGenerator
                        .closedLoop(24, strangers.overHttp(tracker), Thread.ofPlatform().factory())
                        .latencies().count())
                .isEqualTo(24);
        List<UdpAnnouncer> overUdp = strangers.overUdp(tracker);
        assertThat(
                LoadGenerator.closedLoop(24, overUdp, Thread.ofPlatform().factory()).latencies()
                        .count())
                .isEqualTo(24);
        overUdp.forEach(UdpAnnouncer::close);
    }
}

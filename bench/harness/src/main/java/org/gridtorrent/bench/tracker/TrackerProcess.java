package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.bench.process.WorkerProcess;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Pem;

/** Tracker of a site in a child process, with the options of the site's program. Not thread-safe. */
public final class TrackerProcess implements AutoCloseable {
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx1g",
            "-Djdk.tls.server.newSessionTicketCount=0");
    private static final int SECONDS_TO_END = 20;

    private final WorkerProcess worker;
    private final SiteAddress address;

    private TrackerProcess(WorkerProcess worker) throws IOException {
        this.worker = worker;
        List<String> begun = worker.answer(TrackerOrder.Answer.class).texts();
        try {
            this.address = new SiteAddress(loopback(begun.get(0)), loopback(begun.get(1)),
                    Pem.certificate(begun.get(2)));
        } catch (IdentityException e) {
            throw new IOException("a tracker's certificate cannot be read", e);
        }
    }

    private static InetSocketAddress loopback(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }

    /** Returns when it listens; the folder is an empty one, for its keys. */
    public static TrackerProcess start(Path folder, DatabaseLogin database) throws IOException {
        WorkerProcess worker = WorkerProcess.start("the tracker", SECONDS_TO_END, Host.HERE,
                ChildJvm.command(OPTIONS, List.of("tracker-host", folder.toString(),
                        "--database", database.url(), "--user", database.user())));
        try {
            return new TrackerProcess(worker);
        } catch (IOException | RuntimeException e) {
            worker.close();
            throw e;
        }
    }

    public SiteAddress address() {
        return address;
    }

    /** Enrolled devices, and how fast that was. */
    public record Enrolled(List<EnrolledDevice> devices, LoadGenerator.Load load) {}

    /** Enrols so many devices, some at a time, each over a connection of its own. */
    public Enrolled enrol(int count, int atOnce) throws IOException, InterruptedException {
        List<EnrolledDevice.Applicant> applicants = request("codes", count, "", "").stream()
                .map(EnrolledDevice.Applicant::with).toList();
        SSLContext anonymous = address.tls();
        List<EnrolledDevice> devices = Collections.synchronizedList(new ArrayList<>());
        LoadGenerator.Load load = LoadGenerator.closedLoop(count,
                Collections.nCopies(atOnce, number -> devices
                        .add(applicants.get((int) number).enrol(address, anonymous))),
                Thread.ofVirtual().factory());
        return new Enrolled(List.copyOf(devices), load);
    }

    /** Publishes so many public contents of the device; their info-hashes. */
    public List<String> publish(int count, EnrolledDevice device) throws IOException {
        return request("publish", count, device.id(), "");
    }

    /** Makes a task, and returns when it is committed. */
    public void task(EnrolledDevice device, String infoHash) throws IOException {
        var _ = request("task", 1, device.id(), infoHash);
    }

    /** Long polls that wait in it. */
    public int waiting() throws IOException {
        return Integer.parseInt(request("waiting", 0, "", "").getFirst());
    }

    private List<String> request(String command, int count, String device, String content)
            throws IOException {
        return worker.request(new TrackerOrder(command, count, device, content),
                TrackerOrder.Answer.class).texts();
    }

    /** Processor time of all its threads since its start. */
    public Duration cpu() {
        return worker.handle().info().totalCpuDuration().orElseThrow();
    }

    public ProcessStats stats() throws IOException {
        return ProcessStats.of(worker.handle().pid());
    }

    public long heapAfterCollection() throws IOException, InterruptedException {
        return ProcessStats.heapAfterCollection(worker.handle().pid());
    }

    @Override
    public void close() {
        worker.close();
    }
}

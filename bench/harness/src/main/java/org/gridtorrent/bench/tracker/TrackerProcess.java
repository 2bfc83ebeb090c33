package org.gridtorrent.bench.tracker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.catalog.DatabaseLogin;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.terminal.Json;

/** A {@link TrackerWorker} in another process, with the options of the site's own program. Not thread-safe. */
public final class TrackerProcess implements AutoCloseable {
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx1g",
            "-Djdk.tls.server.newSessionTicketCount=0");
    private static final int STOP_SECONDS = 20;

    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;
    private final SiteAddress address;

    private TrackerProcess(Process process) throws IOException {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        List<String> told = answer("listen");
        try {
            this.address = new SiteAddress(loopback(told.get(0)), loopback(told.get(1)),
                    Pem.certificate(told.get(2)));
        } catch (IdentityException e) {
            throw new IOException("a tracker's certificate cannot be read", e);
        }
    }

    private static InetSocketAddress loopback(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }

    /** Returns when it listens; the folder is an empty one, for its keys. */
    public static TrackerProcess start(Path folder, DatabaseLogin database) throws IOException {
        List<String> words = List.of("tracker-host", folder.toString(), "--database",
                database.url(), "--user", database.user());
        Process process = new ProcessBuilder(ChildJvm.command(OPTIONS, words))
                .redirectError(Redirect.INHERIT).start();
        try {
            return new TrackerProcess(process);
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    public SiteAddress address() {
        return address;
    }

    /** Machines that are about to enrol. */
    public Enrolments applicants(int count) throws IOException {
        return new Enrolments(address,
                ask(TrackerOrder.codes(count)).stream().map(EnrolledDevice.Applicant::with).toList());
    }

    /** So many public contents of the machine; their info-hashes. */
    public List<String> publish(int count, EnrolledDevice machine) throws IOException {
        return ask(TrackerOrder.publish(count, machine.id()));
    }

    /** Makes a task, and returns when it is committed. */
    public void task(EnrolledDevice machine, String infoHash) throws IOException {
        var _ = ask(TrackerOrder.task(machine.id(), infoHash));
    }

    /** Long polls that wait in it. */
    public int waiting() throws IOException {
        return Integer.parseInt(ask(TrackerOrder.waiting()).getFirst());
    }

    private List<String> ask(TrackerOrder order) throws IOException {
        orders.write(Json.MAPPER.writeValueAsString(order) + "\n");
        orders.flush();
        return answer(order.does());
    }

    private List<String> answer(String to) throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("a tracker ended while it was to " + to);
        }
        TrackerOrder.Answer answer = Json.MAPPER.readValue(line, TrackerOrder.Answer.class);
        if (answer.failed() != null) {
            throw new IOException("a tracker could not " + to + ": " + answer.failed());
        }
        return new ArrayList<>(answer.words());
    }

    /** Of all its threads since its start. */
    public Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    public ProcessStats footprint() throws IOException {
        return ProcessStats.of(process.pid());
    }

    public long heapAfterCollection() throws IOException, InterruptedException {
        return ProcessStats.heapAfterCollection(process.pid());
    }

    @Override
    public void close() {
        Tool.end(process, STOP_SECONDS);
    }
}

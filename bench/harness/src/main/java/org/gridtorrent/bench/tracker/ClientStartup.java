package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.client.tracker.AnnounceKind;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Pem;

/**
 * Start of a workstation's client with its tracker, by the client's own class.
 *
 * <p>It connects, opens a session, fetches its tasks and announces a content. One process does it again
 * and again; its first time is a cold one.
 */
public final class ClientStartup {
    private static final List<String> OPTIONS = List.of("-XX:+UseParallelGC", "-Xmx1g");
    /** Beginning of the output's lines that are no warnings of a library. */
    private static final String TOOK = "took ";
    private static final String AUTHORITY = "authority.pem";

    private ClientStartup() {}

    /** Milliseconds that each start took, by a process of its own; the folder is an empty one. */
    public static List<Double> millis(Path folder, SiteAddress site, EnrolledDevice machine,
            String infoHash, int times) throws IOException, InterruptedException {
        machine.keep(folder);
        Files.writeString(folder.resolve(AUTHORITY), Pem.encode(site.authority()));
        List<String> arguments = List.of("tracker-start", folder.toString(), "--tracker",
                site.endpoint().toString(), "--content", infoHash, "--times",
                Integer.toString(times));
        return Tool.run(ChildJvm.command(OPTIONS, arguments)).lines()
                .filter(line -> line.startsWith(TOOK))
                .map(line -> Double.valueOf(line.substring(TOOK.length()))).toList();
    }

    /** Samples of the second half, when the virtual machine is warm. */
    public static Samples later(List<Double> millis) {
        Samples later = new Samples();
        millis.subList(millis.size() / 2, millis.size()).forEach(later::add);
        return later;
    }

    /** Main loop of that process: prints the milliseconds, a line each. */
    public static void run(Path folder, URI endpoint, String infoHash, int times,
            PrintStream out) throws IOException, IdentityException {
        SingleKeyManager key = EnrolledDevice.kept(folder);
        var site = new SiteAddress(
                new InetSocketAddress(endpoint.getHost(), endpoint.getPort()),
                new InetSocketAddress(endpoint.getHost(), endpoint.getPort()),
                Pem.certificate(Files.readString(folder.resolve(AUTHORITY))));
        List<Double> taken = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            long beginNs = System.nanoTime();
            start(new TrackerClient(endpoint, site.tls(key)), infoHash);
            taken.add((System.nanoTime() - beginNs) / (double) TimeUnit.MILLISECONDS.toNanos(1));
        }
        taken.forEach(millis -> out.println(TOOK + millis));
        out.flush();
    }

    private static void start(TrackerClient client, String infoHash) throws IOException {
        OptionalLong session = client.openSession("bench");
        var _ = client.fetchTasks(0, 0, session);
        var _ = client.announce(infoHash, AnnounceKind.STARTED, 0, 0, 0, 0, false);
    }
}

package org.gridtorrent.client.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.security.Site;
import org.gridtorrent.client.tracker.Assignments;
import org.gridtorrent.client.tracker.ReplicaCheck;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.web.WebClients;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that begin, wait their turn and are given up, at servers that are silent. */
@SuppressWarnings("NullAway.Init") // set before each test
class ReplicaCheckerTest {
    @TempDir
    private Path folder;
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> left = new LinkedBlockingQueue<>();
    @AutoClose
    private ServerSocket server;
    @AutoClose
    private ReplicaChecker checker;

    @BeforeEach
    void start() throws Exception {
        Path file = Files.write(folder.resolve("file"), new byte[3_000]);
        Metainfo metainfo = new MetainfoBuilder(file).build().metainfo();
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
        DeviceIdentity device = new Site(folder, "lab").device("owner", "d1").identity;
        checker = new ReplicaChecker(
                id -> id.equals("held") ? Optional.of(metainfo) : Optional.empty(),
                new TrackerClient(device.enrolment().tracker(), device.tls()),
                new WebClients(Home.in(folder.resolve("home")),
                        Map.of("NETRC", folder.resolve("netrc").toString())),
                () -> AddressPolicy.ANY);
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = server.accept();
                Thread.startVirtualThread(() -> keepSilent(connection));
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** Reads the request and awaits the connection's end. */
    private void keepSilent(Socket connection) {
        try (connection;
                var in = new BufferedReader(new InputStreamReader(
                        connection.getInputStream(), StandardCharsets.ISO_8859_1))) {
            String path = in.readLine().split(" ", -1)[1];
            asked.add(path);
            while (in.readLine() != null) {
                // the request's header
            }
            left.add(path);
        } catch (IOException e) {
            // closed
        }
    }

    private void hear(String contentId, int... replicas) {
        List<ReplicaCheck> checks = IntStream.of(replicas).mapToObj(number -> new ReplicaCheck(
                "replica-" + number, contentId,
                "http://127.0.0.1:" + server.getLocalPort() + "/" + number, 1)).toList();
        checker.hear(new Assignments(1, List.of(), List.of(), Optional.empty(), checks));
    }

    private static String next(BlockingQueue<String> of) throws InterruptedException {
        return String.valueOf(of.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void checkOfARemovedReplica_isGivenUp() throws Exception {
        hear("held", 1);
        assertThat(next(asked)).isEqualTo("/1");
        hear("held", 1);
        assertThat(left).isEmpty();
        hear("held");
        assertThat(next(left)).isEqualTo("/1");
        assertThat(asked).isEmpty();
    }

    @Test
    void thirdCheck_waitsUntilAnotherIsGivenUp() throws Exception {
        hear("held", 1, 2, 3);
        List<String> first = List.of(next(asked), next(asked));
        assertThat(asked).isEmpty();
        int given = Integer.parseInt(first.getFirst().substring(1));
        hear("held", IntStream.rangeClosed(1, 3).filter(number -> number != given).toArray());
        assertThat(next(left)).isEqualTo("/" + given);
        assertThat(next(asked)).isNotIn(first);
    }

    @Test
    void replicaOfContentThatTheMachineLacks_isNotAsked() throws Exception {
        hear("lacking", 1);
        hear("held", 2);
        assertThat(next(asked)).isEqualTo("/2");
        assertThat(asked).isEmpty();
    }

    @Test
    void closedChecker_givesUpAllChecks() throws Exception {
        hear("held", 1, 2);
        List<String> first = List.of(next(asked), next(asked));
        checker.close();
        assertThat(List.of(next(left), next(left))).containsExactlyInAnyOrderElementsOf(first);
    }
}

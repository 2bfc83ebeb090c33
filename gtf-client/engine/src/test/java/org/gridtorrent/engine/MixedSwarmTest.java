package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gridtorrent.engine.StockClients.Running;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Swarm of the engine and all other clients: one seeds, the others download from each other.
 *
 * <p>Upload limits are so low that no client gets everything from the seed alone.
 *
 * <p>Each has a loopback address of its own, since Transmission takes all peers at one address for
 * the same. It dials nobody on loopback, and hangs up before it has checked its files; so it is there
 * before the others, who call it.
 */
@Execution(ExecutionMode.CONCURRENT)
@SuppressWarnings("NullAway.Init") // set before each test
final class MixedSwarmTest {
    private static final int BYTES_PER_SECOND = 1_000_000;
    private static final String LIBTORRENT = """
            import libtorrent as lt, sys, time
            torrent, directory, address, limit = sys.argv[1:]
            s = lt.session({'listen_interfaces': address,
                'outgoing_interfaces': address.split(':')[0],
                'upload_rate_limit': int(limit), 'allow_multiple_connections_per_ip': True,
                'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False,
                'enable_natpmp': False})
            everybody = lt.ip_filter()
            everybody.add_rule('0.0.0.0', '255.255.255.255', 1 << lt.session.global_peer_class_id)
            s.set_peer_class_filter(everybody)  # else loopback is not limited
            t = s.add_torrent({'ti': lt.torrent_info(torrent), 'save_path': directory})
            t.unset_flags(lt.torrent_flags.auto_managed)
            t.resume()
            end, finished = time.time() + 60, False
            while time.time() < end:
                if not finished and t.status().is_seeding:
                    finished = True
                    print('finished', flush=True)
                time.sleep(0.1)
            """;

    /** Client, with the last byte of its address; the engine's is the default of outgoing connections. */
    enum Client {
        TRANSMISSION(2), OURS(1), LIBTORRENT(3), ARIA2(4);

        private final byte host;

        Client(int host) {
            this.host = (byte) host;
        }
    }

    @TempDir
    Path temp = Path.of("");
    private final Map<Client, InetSocketAddress> addresses = new EnumMap<>(Client.class);
    private final Map<Client, Running> running = new EnumMap<>(Client.class);
    private StockClients clients;
    private HttpServer tracker;
    private TestContent content;
    private Metainfo metainfo;
    private Path torrent;
    private Engine engine;
    private Swarm ours;

    @BeforeEach
    void makeContent() throws Exception {
        Programs.assumeRuns("python3-libtorrent", "/usr/bin/python3", "-c", "import libtorrent");
        Programs.assumeRuns("aria2", "aria2c", "--version");
        Programs.assumeRuns("transmission-cli", "transmission-cli", "--version");
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 9, 700_000, 1,
                16384, 2_345_678);
        clients = new StockClients(temp);
        tracker = HttpServer.create(at(Client.OURS, 0), 0);
        tracker.createContext("/", this::tellOfAll);
        tracker.start();
        metainfo = TrackersTest.announced(content.metainfo(),
                URI.create("http://127.0.0.1:" + tracker.getAddress().getPort() + "/announce"));
        torrent = Files.write(temp.resolve("content.torrent"), metainfo.encoded());
        engine = Engine.open(at(Client.OURS, 0), new OpenGate());
        for (Client client : Client.values()) {
            addresses.put(client, client == Client.OURS
                    ? engine.listenAddress()
                    : StockClients.freeAddress(at(client, 0).getAddress()));
        }
        engine.limits().set(
                new RateSchedules(RateSchedule.always(BYTES_PER_SECOND), RateSchedule.OFF));
    }

    @AfterEach
    void end() {
        if (clients != null) {
            clients.close();
        }
        if (engine != null) {
            engine.close();
        }
        if (tracker != null) {
            tracker.stop(0);
        }
    }

    private static InetSocketAddress at(Client client, int port) throws IOException {
        return new InetSocketAddress(
                InetAddress.getByAddress(new byte[]{127, 0, 0, client.host}), port);
    }

    private void tellOfAll(HttpExchange exchange) throws IOException {
        ByteBuffer peers = ByteBuffer.allocate(6 * addresses.size());
        addresses.values().forEach(address -> peers.put(address.getAddress().getAddress())
                .putShort((short) address.getPort()));
        byte[] answer = Bencode.encode(Bencode.dictionary(Map.of("interval",
                BencodeValue.of(5), "peers", BencodeValue.of(peers.array()))));
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private void start(Client client, Path directory) throws Exception {
        InetSocketAddress at = Objects.requireNonNull(addresses.get(client));
        String limit = Integer.toString(BYTES_PER_SECOND);
        switch (client) {
            case OURS -> ours = engine.add(metainfo, directory, temp.resolve("state"),
                    SwarmOptions.downloading());
            case LIBTORRENT -> running.put(client, clients.run("/usr/bin/python3", "-c",
                    LIBTORRENT, torrent.toString(), directory.toString(),
                    at.getAddress().getHostAddress() + ":" + at.getPort(), limit));
            case ARIA2 -> running.put(client, clients.aria2(at, torrent.toString(), directory,
                    "--max-overall-upload-limit=" + limit, "--seed-ratio=0.0"));
            case TRANSMISSION -> running.put(client, clients.transmission(at, torrent.toString(),
                    directory, "--uplimit", Integer.toString(BYTES_PER_SECOND / 1000)));
        }
    }

    private boolean has(Client client) throws IOException {
        return switch (client) {
            case OURS -> ours.completion().isDone();
            case LIBTORRENT -> running(client).log().contains("finished");
            case ARIA2, TRANSMISSION -> running(client).hasEverything();
        };
    }

    private Running running(Client client) {
        return Objects.requireNonNull(running.get(client));
    }

    @ParameterizedTest
    @EnumSource
    void allClientsComplete(Client seed) throws Exception {
        for (Client client : Client.values()) {
            start(client, client == seed ? content.directory() : temp.resolve(client.name()));
        }
        List<Client> leeches = Stream.of(Client.values()).filter(client -> client != seed)
                .toList();
        for (Client leech : leeches) {
            await().atMost(50, TimeUnit.SECONDS)
                    .pollInterval(StockClients.LOG_READ_AGAIN).until(() -> has(leech));
            content.assertIn(temp.resolve(leech.name()));
        }
        assertThat(ours.status().uploaded()).isPositive();
    }
}

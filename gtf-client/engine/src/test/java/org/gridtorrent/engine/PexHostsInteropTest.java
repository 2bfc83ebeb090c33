package org.gridtorrent.engine;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.StockClients.Running;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Peer exchange with aria2 and Transmission.
 *
 * <p>Each peer has an address of its own, since neither client exchanges two peers of one address. A leech
 * knows only a peer in the middle, and the seed, libtorrent, exchanges no peers: only the middle can
 * connect them.
 */
@Execution(ExecutionMode.CONCURRENT)
@SuppressWarnings("NullAway.Init") // set before each test
final class PexHostsInteropTest {
    private static final String SEED = """
            import libtorrent as lt, sys, time
            torrent, folder, address, limit, *peer = sys.argv[1:]
            s = lt.session({'listen_interfaces': address,
                'outgoing_interfaces': address.split(':')[0], 'upload_rate_limit': int(limit),
                'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False,
                'enable_natpmp': False})
            t = s.add_torrent({'ti': lt.torrent_info(torrent), 'save_path': folder})
            t.unset_flags(lt.torrent_flags.auto_managed)
            t.set_flags(lt.torrent_flags.disable_pex)
            t.resume()
            if peer:
                t.connect_peer((peer[0], int(peer[1])))
            end, connected = time.time() + 200, False
            while time.time() < end:
                if not connected and any(p.flags & p.handshake == 0 and
                        p.flags & p.connecting == 0 for p in t.get_peer_info()):
                    connected = True
                    print('connected', flush=True)
                time.sleep(0.1)
            """;
    private static final int UNLIMITED = 0;
    private static GlobalAddresses addresses;
    @TempDir
    Path temp = Path.of("");
    private TestContent content;
    private Path torrent;
    private StockClients clients;
    private Engine engine;

    enum Client {
        ARIA2 {
            @Override
            Running start(StockClients clients, InetSocketAddress at, Path torrent, Path directory)
                    throws Exception {
                return clients.aria2(at, torrent.toString(), directory,
                        "--enable-peer-exchange=true");
            }
        },
        TRANSMISSION {
            @Override
            Running start(StockClients clients, InetSocketAddress at, Path torrent, Path directory)
                    throws Exception {
                return clients.transmission(at, torrent.toString(), directory);
            }
        };

        abstract Running start(StockClients clients, InetSocketAddress at, Path torrent,
                Path directory) throws Exception;
    }

    @BeforeAll
    static void addAddresses() throws Exception {
        addresses = GlobalAddresses.add();
    }

    @AfterAll
    static void removeAddresses() throws Exception {
        if (addresses != null) {
            addresses.remove();
        }
    }

    @BeforeEach
    void makeContent() throws Exception {
        Programs.assumeRuns("python3-libtorrent", "/usr/bin/python3", "-c", "import libtorrent");
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 9, 700_000, 1,
                2_345_678);
        torrent = Files.write(temp.resolve("content.torrent"), content.metainfo().encoded());
        clients = new StockClients(temp);
        engine = Engine.open(new InetSocketAddress(addresses.host(1), 0), new OpenGate());
    }

    @AfterEach
    void end() {
        if (engine != null) {
            engine.close();
            clients.close();
        }
    }

    private static String[] hostAndPort(InetSocketAddress address) {
        return new String[]{address.getAddress().getHostAddress(),
            Integer.toString(address.getPort())};
    }

    private Running seed(InetSocketAddress at, int bytesPerSecond, String... dials)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", "-c", SEED,
                torrent.toString(), content.directory().toString(),
                String.join(":", hostAndPort(at)), Integer.toString(bytesPerSecond)));
        command.addAll(Arrays.asList(dials));
        return clients.run(command.toArray(String[]::new));
    }

    private Swarm ours(InetSocketAddress... peers) {
        Swarm swarm = engine.add(content.metainfo(), temp.resolve("ours"), temp.resolve("state"),
                SwarmOptions.downloading());
        swarm.addPeers(Arrays.stream(peers).map(PeerAddress::tcp).toList());
        return swarm;
    }

    /** The engine downloads next to nothing, and so has no pieces to upload. */
    @ParameterizedTest
    @EnumSource
    void namesSeedToClient(Client client) throws Exception {
        InetSocketAddress leech = StockClients.freeAddress(addresses.host(2));
        InetSocketAddress seed = StockClients.freeAddress(addresses.host(3));
        seed(seed, UNLIMITED);
        Running theirs = client.start(clients, leech, torrent, temp.resolve("theirs"));
        ours(seed, leech).limit(new RateSchedules(RateSchedule.OFF, RateSchedule.always(1)));
        await().atMost(120, TimeUnit.SECONDS).until(theirs::hasEverything);
        content.assertIn(temp.resolve("theirs"));
    }

    /** The seed is slow, because a complete client disconnects from a seed. */
    @ParameterizedTest
    @EnumSource
    void dialsSeedNamedByClient(Client client) throws Exception {
        InetSocketAddress middle = StockClients.freeAddress(addresses.host(2));
        InetSocketAddress seed = StockClients.freeAddress(addresses.host(3));
        client.start(clients, middle, torrent, temp.resolve("theirs"));
        Running theirSeed = seed(seed, 10_000, hostAndPort(middle));
        await().atMost(120, TimeUnit.SECONDS)
                .until(() -> theirSeed.log().contains("connected"));
        Swarm ours = ours(middle);
        await().atMost(120, TimeUnit.SECONDS).until(() -> ours.status().peers().stream()
                .anyMatch(peer -> peer.address().equals(seed)));
    }
}

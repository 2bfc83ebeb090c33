package org.gridtorrent.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.gridtorrent.testing.ScriptedHttpServer.serving;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.Credentials;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.mdtp.schedule.AdaptiveScheduler;
import org.gridtorrent.testing.ScriptedHttpServer;

/** Fetches of a file of random bytes from servers that tests script. */
final class ScriptedFetches implements AutoCloseable {
    static final int LENGTH = 6_000_000;
    static final byte[] CONTENT = bytes(7);
    static final ScriptedHttpServer.Script GOOD = serving(CONTENT, "\"v1\"");

    final Path folder;
    final Path target;
    private final ReplicaClient client;
    private final List<ScriptedHttpServer> servers = new ArrayList<>();
    /** Addresses of no server of the test. */
    final List<String> others = new ArrayList<>();

    ScriptedFetches(Path folder) throws NoSuchAlgorithmException {
        this.folder = folder;
        target = folder.resolve("file");
        client = new ReplicaClient(SSLContext.getDefault(), Credentials.NONE, Map.of());
    }

    static byte[] bytes(long seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    PartialFile open() throws IOException {
        return PartialFile.open(target, read -> {});
    }

    Replica replica(String uri) {
        return client.replica(URI.create(uri), AddressPolicy.ANY);
    }

    /** A fetch from the servers that are there, and from new ones with these scripts. */
    ReplicaFetch fetch(PartialFile file, FetchOptions options,
            ScriptedHttpServer.Script... scripts) throws IOException {
        for (ScriptedHttpServer.Script script : scripts) {
            servers.add(new ScriptedHttpServer(script));
        }
        return new ReplicaFetch(
                Stream.concat(others.stream(),
                        servers.stream().map(server -> server.uri("/file").toString()))
                        .map(this::replica).toList(),
                file,
                (count, length, present) -> new AdaptiveScheduler(count, length, present,
                        AdaptiveScheduler.Options.DEFAULTS),
                options);
    }

    FetchResult run(FetchOptions options, ScriptedHttpServer.Script... scripts)
            throws IOException, InterruptedException {
        try (PartialFile file = open()) {
            return fetch(file, options, scripts).run();
        }
    }

    FetchException failure(FetchOptions options, ScriptedHttpServer.Script... scripts) {
        return catchThrowableOfType(FetchException.class, () -> run(options, scripts));
    }

    /** Address that the fetches ask a server at. */
    String address(int server) {
        return servers.get(server).uri("/file").toString();
    }

    /** Stops one server; the next fetch does not name it. */
    void stopServer(int server) throws IOException {
        servers.remove(server).close();
    }

    /** Stops all servers; the next fetch begins with none. */
    void stopServers() throws IOException {
        for (ScriptedHttpServer server : servers) {
            server.close();
        }
        servers.clear();
    }

    static Checksum checksum(byte[] content) {
        return new Checksum(HashType.SHA_256, HashType.SHA_256.newDigest().digest(content));
    }

    static PieceHashes pieces(int length) {
        List<byte[]> hashes = new ArrayList<>();
        for (int start = 0; start < LENGTH; start += length) {
            hashes.add(HashType.SHA_256.newDigest().digest(
                    Arrays.copyOfRange(CONTENT, start, Math.min(LENGTH, start + length))));
        }
        return new PieceHashes(HashType.SHA_256, length, hashes);
    }

    /** A server with a round trip that the next request is sent ahead by, while the last response comes. */
    static ScriptedHttpServer.Script distant(ScriptedHttpServer.Script script) {
        return (request, out) -> {
            for (int i = 0; i < 10; i++) {
                pause();
            }
            script.respond(request, out);
        };
    }

    /** Sends 100 kB a time with pauses, so that every replica has a part in the file. */
    static ScriptedHttpServer.Script slow(ScriptedHttpServer.Script script) {
        return (request, out) -> script.respond(request, new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                out.write(one);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int at = 0; at < length; at += 100_000) {
                    out.write(bytes, offset + at, Math.min(100_000, length - at));
                    out.flush();
                    if (at + 100_000 < length) {
                        pause();
                    }
                }
            }
        });
    }

    private static void pause() {
        try {
            Thread.sleep(5); // the line's rate
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A server that does not know ranges. */
    static ScriptedHttpServer.Script whole(byte[] content) {
        return (request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: " + content.length + "\r\n\r\n");
            out.write(content);
        };
    }

    void assertComplete() throws IOException {
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(target);
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        stopServers();
    }
}

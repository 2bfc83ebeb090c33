package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.net.ssl.SSLContext;
import org.gridtorrent.mdtp.http.ReplicaClient.Timeouts;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Replicas of one content at scripted servers, which are closed after each test. */
final class ScriptedReplicas implements AfterEachCallback {
    static final int LENGTH = 300_000;
    static final byte[] CONTENT = content();
    static final ScriptedHttpServer.Script GOOD = ScriptedHttpServer.serving(CONTENT, "\"v1\"");
    static final Timeouts SHORT = new Timeouts(Duration.ofSeconds(5), Duration.ofMillis(200),
            Duration.ofMillis(200));

    private final List<AutoCloseable> open = new ArrayList<>();

    private static byte[] content() {
        byte[] content = new byte[LENGTH];
        new Random(7).nextBytes(content);
        return content;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        open.clear();
    }

    ScriptedHttpServer server(ScriptedHttpServer.Script script) throws IOException {
        return opened(new ScriptedHttpServer(script));
    }

    ScriptedHttpServer server(SSLContext tls, ScriptedHttpServer.Script script)
            throws IOException {
        return opened(new ScriptedHttpServer(tls, script));
    }

    private <T extends AutoCloseable> T opened(T one) {
        open.add(one);
        return one;
    }

    ReplicaClient client(SSLContext tls) {
        return opened(new ReplicaClient(tls, Credentials.NONE, Map.of()));
    }

    ReplicaClient client(Credentials credentials, Map<String, String> environment) {
        return opened(new ReplicaClient(defaultTls(), credentials, environment));
    }

    ReplicaClient client(Timeouts timeouts) {
        return opened(new ReplicaClient(defaultTls(), Credentials.NONE, Map.of(), timeouts));
    }

    private static SSLContext defaultTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    Replica replica(URI uri) {
        return client(Credentials.NONE, Map.of()).replica(uri, AddressPolicy.ANY);
    }

    Replica replica(ScriptedHttpServer.Script script) throws IOException {
        return replica(server(script).uri("/file"));
    }

    /** Asks for bytes 100 to 200 and returns the fault; nothing may come before it. */
    ReplicaFault faultOf(ScriptedHttpServer.Script script) throws Exception {
        ReceivedRange received = get(replica(script), 100, 200);
        ReplicaFault fault = received.fault();
        if (received.bytes().length > 0) {
            throw new AssertionError("bytes came before " + fault);
        }
        return fault;
    }

    static ReceivedRange get(Replica replica, long start, long end) {
        ReceivedRange received = new ReceivedRange();
        replica.get(new ByteRange(start, end), received);
        return received;
    }
}

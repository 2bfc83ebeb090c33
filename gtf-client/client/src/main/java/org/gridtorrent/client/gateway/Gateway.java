package org.gridtorrent.client.gateway;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.gridtorrent.client.tree.DatasetTree;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server on the loopback interface that shows data sets and drafts to the user's browser. Thread-safe. It listens from the
 * beginning where a port is set, and otherwise from when a data set is first opened.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final int KNOWN_WITHIN_SECONDS = 5;
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final DatasetTree tree;
    private final DraftsHandler drafts;
    private final URI pages;
    private final GatewaySessions sessions = new GatewaySessions(InstantSource.system());
    private final ExecutorService threads = Executors
            .newThreadPerTaskExecutor(Thread.ofVirtual().name("gateway").factory());
    private @Nullable HttpServer server;

    /**
     * @param drafts the user's
     * @param uploads folder on the same disk for what is not complete
     * @param port empty to listen only when asked, 0 for any that is free
     * @param pages the site's
     */
    public Gateway(DatasetTree tree, Path drafts, Path uploads, OptionalInt port, URI pages)
            throws IOException {
        this.tree = tree;
        this.drafts = new DraftsHandler(new DraftFolder(drafts, uploads));
        this.pages = pages;
        if (port.isPresent()) {
            server = listen(port.getAsInt());
        }
    }

    private HttpServer listen(int port) throws IOException {
        HttpServer listening = HttpServer.create(
                new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
        listening.setExecutor(threads);
        int own = listening.getAddress().getPort();
        listening.createContext("/", new GatewayHandler(tree, drafts, sessions, pages, own));
        listening.start();
        LOG.info("the gateway listens on 127.0.0.1:{}", own);
        return listening;
    }

    /**
     * An address that opens a data set in one browser, once, within two minutes; empty if the tree has no such path.
     * Waits a little for a data set that the tree does not know yet.
     *
     * @param path below the data set's own folder, without a slash at either end; may be empty
     */
    public Optional<URI> open(String datasetId, String path)
            throws IOException, InterruptedException {
        awaitKnown(datasetId);
        if (tree.find("id/" + datasetId + (path.isEmpty() ? "" : "/" + path)).isEmpty()) {
            return Optional.empty();
        }
        int port = port();
        String encoded = Arrays.stream(path.split("/", -1)).map(GatewayPages::encode)
                .collect(Collectors.joining("/"));
        String origin = GatewayRequest.origin(datasetId);
        return Optional.of(URI.create("http://" + origin + ".localhost:" + port + "/" + encoded
                + "?code=" + sessions.newCode(origin)));
    }

    /** The same for the page of all drafts. */
    public URI openDrafts() throws IOException {
        return URI.create("http://" + GatewayRequest.DRAFTS + ".localhost:" + port() + "/?code="
                + sessions.newCode(GatewayRequest.DRAFTS));
    }

    private void awaitKnown(String datasetId) throws InterruptedException {
        String path = "id/" + datasetId;
        var known = new CountDownLatch(1);
        try (var _ = tree.watch(change -> {
            if (change.path().equals(path)) {
                known.countDown();
            }
        })) {
            if (tree.find(path).isEmpty()) {
                var _ = known.await(KNOWN_WITHIN_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private synchronized int port() throws IOException {
        HttpServer listening = server == null ? listen(0) : server;
        server = listening;
        return listening.getAddress().getPort();
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            server.stop(0);
        }
        threads.shutdownNow();
    }
}

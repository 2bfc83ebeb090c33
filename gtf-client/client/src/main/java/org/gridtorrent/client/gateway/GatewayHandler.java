package org.gridtorrent.client.gateway;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.gridtorrent.client.gateway.GatewayRequest.RefusedException;
import org.gridtorrent.client.tree.DatasetFile;
import org.gridtorrent.client.tree.DatasetTree;
import org.gridtorrent.client.tree.OpenFile;
import org.gridtorrent.client.tree.TreeFolder;
import org.gridtorrent.client.tree.TreeNode;
import org.gridtorrent.client.tree.UnreadableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the requests of browsers: folders as pages, files with ranges; drafts are left to {@link DraftsHandler}. Thread-safe; each request has a virtual
 * thread, which waits for the bytes.
 *
 * <p>Files are not trusted: a browser shows them without scripts and forms, and they load nothing but files of their
 * own data set, which has an origin of its own.
 */
final class GatewayHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayHandler.class);
    private static final Set<String> METHODS = Set.of("GET", "HEAD");
    private static final Set<String> DRAFT_METHODS = Set.of("GET", "HEAD", "POST");
    private static final int CHUNK = 1024 * 1024;
    private static final String FILE_POLICY = "sandbox allow-same-origin; default-src 'none';"
            + " img-src 'self' data:; media-src 'self'; font-src 'self' data:;"
            + " style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

    private final DatasetTree tree;
    private final DraftsHandler drafts;
    private final GatewaySessions sessions;
    private final URI pages;
    private final int port;

    /** @param pages the site's, to which a page of a failure leads */
    GatewayHandler(DatasetTree tree, DraftsHandler drafts, GatewaySessions sessions, URI pages,
            int port) {
        this.tree = tree;
        this.drafts = drafts;
        this.sessions = sessions;
        this.pages = pages;
        this.port = port;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set("Cross-Origin-Opener-Policy", "same-origin");
            headers.set("Cache-Control", "private, no-cache");
            answer(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.debug("a browser went away, or was not answered to the end", e);
            throw e;
        }
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException {
        if (!PeerUser.isOwn(exchange.getRemoteAddress(), exchange.getLocalAddress())) {
            fail(exchange, 403, "notyours");
            return;
        }
        try {
            GatewayRequest request = GatewayRequest.of(exchange, port);
            Set<String> methods = request.isForDrafts() ? DRAFT_METHODS : METHODS;
            String code = request.parameter("code");
            if (!methods.contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", String.join(", ", methods));
                fail(exchange, 405, request.isForDrafts() ? "uploadonly" : "readonly");
            } else if (!code.isEmpty()) {
                begin(exchange, request, code);
            } else if (!sessions.admits(request.cookie(), request.origin())) {
                notOpened(exchange, request);
            } else if (request.isForDrafts()) {
                drafts.answer(exchange, request);
            } else {
                show(exchange, request);
            }
        } catch (RefusedException e) {
            fail(exchange, 403, "refused", GatewayTexts.of(exchange).text(e.key()));
        }
    }

    /** The address without the code, which stays in no history. */
    private void begin(HttpExchange exchange, GatewayRequest request, String code)
            throws IOException {
        Optional<String> cookie = sessions.redeem(code, request.origin());
        if (cookie.isEmpty()) {
            notOpened(exchange, request);
            return;
        }
        exchange.getResponseHeaders().set("Set-Cookie", GatewayRequest.COOKIE + "=" + cookie.get()
                + "; Path=/; HttpOnly; SameSite=Strict");
        redirect(exchange, request.encodedPath() + (request.isFolder()
                && !request.path().isEmpty() ? "/" : ""));
    }

    static void redirect(HttpExchange exchange, String path) throws IOException {
        exchange.getResponseHeaders().set("Location", path);
        exchange.sendResponseHeaders(303, -1);
    }

    private void notOpened(HttpExchange exchange, GatewayRequest request) throws IOException {
        fail(exchange, 403, "notopened", request.isForDrafts()
                ? "gridtorrent draft open"
                : "gridtorrent open gridjet://" + pages.getRawAuthority() + "/"
                        + request.datasetId() + "/");
    }

    private void show(HttpExchange exchange, GatewayRequest request)
            throws IOException, InterruptedException {
        String dataset = "id/" + request.datasetId();
        Optional<TreeNode> node;
        try {
            node = tree.find(request.path().isEmpty() ? dataset : dataset + "/" + request.path());
        } catch (UncheckedIOException e) {
            fail(exchange, 500, "nolist", String.valueOf(e.getMessage()));
            return;
        }
        if (node.isPresent() && node.get() instanceof DatasetFile file && !request.isFolder()) {
            send(exchange, request, file);
        } else if (node.isPresent() && node.get() instanceof TreeFolder folder) {
            if (request.isFolder()) {
                String title = tree.title(request.datasetId()).orElse(request.datasetId());
                page(exchange, 200, GatewayPages.folder(GatewayTexts.of(exchange), title,
                        request.path(), folder, pageNumber(request)),
                        GatewayPages.POLICY);
            } else {
                redirect(exchange, request.encodedPath() + "/");
            }
        } else if (tree.find(dataset).isEmpty()) {
            fail(exchange, 404, "nodataset", pages.resolve("/datasets/" + request.datasetId()));
        } else {
            fail(exchange, 404, "nofile",
                    "http://ds-" + request.datasetId() + ".localhost:" + port + "/");
        }
    }

    private static int pageNumber(GatewayRequest request) {
        String page = request.parameter("page");
        return page.matches("\\d{1,6}") ? Integer.parseInt(page) : 1;
    }

    private void send(HttpExchange exchange, GatewayRequest request, DatasetFile file)
            throws IOException, InterruptedException {
        String tag = '"' + file.infoHash().hex() + request.encodedPath() + '"';
        Headers headers = exchange.getResponseHeaders();
        headers.set("ETag", tag);
        headers.set("Accept-Ranges", "bytes");
        headers.set("Content-Security-Policy", FILE_POLICY);
        if (request.header("If-None-Match").filter(tags -> names(tags, tag)).isPresent()) {
            exchange.sendResponseHeaders(304, -1);
            return;
        }
        boolean isSame = request.header("If-Range").map(tag::equals).orElse(true);
        Optional<ByteRange> range = request.header("Range").filter(_ -> isSame)
                .flatMap(text -> ByteRange.parse(text, file.size()));
        if (range.isPresent() && range.get().isUnsatisfiable()) {
            headers.set("Content-Range", "bytes */" + file.size());
            exchange.sendResponseHeaders(416, -1);
            return;
        }
        range.ifPresent(some -> headers.set("Content-Range",
                "bytes " + some.from() + "-" + (some.to() - 1) + "/" + file.size()));
        headers.set("Content-Type", MediaType.of(file.name()));
        transfer(exchange, file, range.orElse(new ByteRange(0, file.size())),
                range.isPresent() ? 206 : 200);
    }

    private static boolean names(String tags, String tag) {
        return Arrays.stream(tags.split(",", -1)).map(String::strip)
                .anyMatch(each -> each.equals(tag) || each.equals("W/" + tag) || each.equals("*"));
    }

    /** The first bytes are read before the answer begins, so that a failure is a page. */
    private void transfer(HttpExchange exchange, DatasetFile file, ByteRange range, int status)
            throws IOException, InterruptedException {
        if (exchange.getRequestMethod().equals("HEAD") || range.length() == 0) {
            exchange.getResponseHeaders().set("Content-Length", Long.toString(range.length()));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        try (OpenFile opened = file.open()) {
            ByteBuffer chunk = await(read(opened, range.from(), range.to()));
            exchange.sendResponseHeaders(status, range.length());
            try (OutputStream out = exchange.getResponseBody();
                    WritableByteChannel channel = Channels.newChannel(out)) {
                long position = range.from();
                while (chunk.hasRemaining()) {
                    position += chunk.remaining();
                    var next = read(opened, position, range.to());
                    channel.write(chunk);
                    chunk = await(next);
                }
            }
        } catch (UnreadableException e) {
            if (exchange.getResponseCode() != -1) {
                throw e; // the browser sees that bytes are missing
            }
            exchange.getResponseHeaders().remove("ETag");
            exchange.getResponseHeaders().remove("Content-Range");
            unreadable(exchange, file, e);
        }
    }

    private static CompletableFuture<ByteBuffer> read(OpenFile file, long from, long to) {
        return from >= to
                ? CompletableFuture.completedFuture(ByteBuffer.allocate(0))
                : file.read(from, (int) Math.min(CHUNK, to - from));
    }

    private static ByteBuffer await(CompletableFuture<ByteBuffer> read)
            throws UnreadableException, InterruptedException {
        try {
            return read.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof UnreadableException known
                    ? known
                    : new UnreadableException(UnreadableException.Reason.LOCAL,
                            String.valueOf(e.getCause()), e);
        }
    }

    private void unreadable(HttpExchange exchange, DatasetFile file, UnreadableException e)
            throws IOException {
        switch (e.reason()) {
            case FORBIDDEN -> fail(exchange, 403, "forbidden", file.name(), datasetPage(file));
            case WITHDRAWN -> fail(exchange, 410, "withdrawn", file.name(), datasetPage(file));
            case NO_HOLDER -> fail(exchange, 503, "noholder", file.name(), file.datasetId());
            case CORRUPT -> fail(exchange, 502, "corrupt", file.name(), datasetPage(file));
            case LOCAL -> fail(exchange, 500, "unreadable", file.name(),
                    String.valueOf(e.getMessage()));
        }
    }

    private URI datasetPage(DatasetFile file) {
        return pages.resolve("/datasets/" + file.datasetId());
    }

    /** @param key of the failure's texts */
    static void fail(HttpExchange exchange, int status, String key, Object... arguments)
            throws IOException {
        page(exchange, status,
                GatewayPages.failure(GatewayTexts.of(exchange), key, arguments),
                GatewayPages.POLICY);
    }

    static void page(HttpExchange exchange, int status, String html, String policy)
            throws IOException {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "text/html; charset=utf-8");
        headers.set("Content-Security-Policy", policy);
        if (exchange.getRequestMethod().equals("HEAD")) {
            headers.set("Content-Length", Integer.toString(bytes.length));
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}

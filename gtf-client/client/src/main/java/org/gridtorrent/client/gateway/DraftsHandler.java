package org.gridtorrent.client.gateway;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.gridtorrent.client.gateway.DraftFolder.Entry;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.SafePath;
import org.gridtorrent.terminal.ByteSize;

/**
 * Answers requests for drafts that were let in: GET shows a folder, POST writes its body to a new file at its path.
 * Thread-safe; each request has a virtual thread.
 */
final class DraftsHandler {
    private static final int CHUNK = 64 * 1024;
    /** What is read of a refused upload, so that the browser reads the answer and sees no broken connection. */
    private static final long MAX_DISCARDED = 16L << 30;

    private final DraftFolder folder;

    DraftsHandler(DraftFolder folder) {
        this.folder = folder;
    }

    void answer(HttpExchange exchange, GatewayRequest request) throws IOException {
        if (exchange.getRequestMethod().equals("POST")) {
            upload(exchange, request);
        } else {
            show(exchange, request);
        }
    }

    private void show(HttpExchange exchange, GatewayRequest request) throws IOException {
        List<String> path = names(request);
        List<Entry> entries;
        try {
            if (!path.isEmpty()) {
                var _ = SafePath.of(path);
            }
            entries = folder.list(path);
        } catch (NoSuchFileException | MetainfoException e) {
            GatewayHandler.fail(exchange, 404, "nodraft");
            return;
        }
        if (request.isFolder()) {
            GatewayHandler.page(exchange, 200, DraftPages.folder(GatewayTexts.of(exchange), path,
                    entries),
                    DraftPages.POLICY);
        } else {
            GatewayHandler.redirect(exchange, request.encodedPath() + "/");
        }
    }

    private static List<String> names(GatewayRequest request) {
        return request.path().isEmpty()
                ? List.of()
                : Arrays.asList(request.path().split("/", -1));
    }

    /** Answer to an upload. */
    private record Outcome(int status, String said) {}

    private void upload(HttpExchange exchange, GatewayRequest request) throws IOException {
        GatewayTexts texts = GatewayTexts.of(exchange);
        OptionalLong length = length(request);
        if (length.isEmpty()) {
            answer(exchange, new Outcome(411, texts.text("upload.nolength")));
            return;
        }
        CountedStream body = new CountedStream(exchange.getRequestBody());
        Outcome outcome = store(texts, request, body, length.getAsLong());
        if (outcome.status != 201) {
            body.discard(Math.min(MAX_DISCARDED, length.getAsLong() - body.read), CHUNK);
        }
        answer(exchange, outcome);
    }

    private static OptionalLong length(GatewayRequest request) {
        return request.header("Content-Length").filter(text -> text.matches("\\d{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text))).orElse(OptionalLong.empty());
    }

    private Outcome store(GatewayTexts texts, GatewayRequest request, CountedStream body,
            long length) throws IOException {
        try {
            SafePath file = SafePath.of(names(request));
            long room = folder.room();
            if (length > room) {
                return full(texts, length, room);
            }
            folder.store(file, body, length);
            return new Outcome(201, texts.text("upload.saved"));
        } catch (MetainfoException e) {
            return new Outcome(400, texts.text("upload.name", String.valueOf(e.getMessage())));
        } catch (FileAlreadyExistsException e) {
            return new Outcome(409, texts.text("upload.exists"));
        } catch (NotDirectoryException e) {
            return new Outcome(409, texts.text("upload.nofolder"));
        } catch (DiskFullException e) {
            return full(texts, length, folder.room());
        }
    }

    private Outcome full(GatewayTexts texts, long needed, long room) {
        return new Outcome(507, texts.text("upload.full", folder.path(), ByteSize.words(needed),
                ByteSize.words(room)));
    }

    private static void answer(HttpExchange exchange, Outcome outcome) throws IOException {
        byte[] said = outcome.said.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(outcome.status, said.length);
        exchange.getResponseBody().write(said);
    }

    /** Body of a request that knows how much of it was read. */
    private static final class CountedStream extends InputStream {
        private final InputStream body;
        private long read;

        CountedStream(InputStream body) {
            this.body = body;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = body.read(into, offset, length);
            read += Math.max(0, count);
            return count;
        }

        void discard(long length, int chunk) throws IOException {
            byte[] into = new byte[chunk];
            long left = length;
            while (left > 0) {
                int count = read(into, 0, (int) Math.min(into.length, left));
                if (count < 0) {
                    return;
                }
                left -= count;
            }
        }
    }
}

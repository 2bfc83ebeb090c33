package org.gridtorrent.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.ScriptedHttpServer.Request;

/** Web server with the files of a folder, which answers its n-th request, counted from 0, as scripted. */
final class WebSeedServer implements AutoCloseable {
    private final Path folder;
    private final ScriptedHttpServer server;

    /** What is answered in place of the range of the file. */
    interface Answers {
        void answer(int n, Response response) throws IOException, InterruptedException;
    }

    WebSeedServer(Path folder, Answers answers) throws IOException {
        this.folder = folder;
        server = new ScriptedHttpServer((request, out) -> answers
                .answer(server().requests().indexOf(request), new Response(request, out)));
    }

    private ScriptedHttpServer server() {
        return server;
    }

    /** One request, and ways to answer it. */
    final class Response {
        final Request request;
        private final OutputStream out;

        Response(Request request, OutputStream out) {
            this.request = request;
            this.out = out;
        }

        Path file() {
            return folder.resolve(URLDecoder.decode(
                    request.target().substring(1).replace("+", "%2B"), StandardCharsets.UTF_8));
        }

        private byte[] part() throws IOException {
            byte[] all = Files.readAllBytes(file());
            byte[] part = new byte[(int) (request.rangeEnd() - request.rangeStart())];
            System.arraycopy(all, (int) request.rangeStart(), part, 0, part.length);
            return part;
        }

        void correct() throws IOException {
            if (Files.exists(file())) {
                send(part());
            } else {
                status("404 Not Found", "");
            }
        }

        /** The range with one wrong bit in every 10 kB. */
        void corrupt() throws IOException {
            byte[] part = part();
            for (int i = 0; i < part.length; i += 10_000) {
                part[i] ^= 4;
            }
            send(part);
        }

        private void send(byte[] part) throws IOException {
            head();
            out.write(part);
            out.flush();
        }

        /** So much of the range, and the end of the connection. */
        void cut(int length) throws IOException {
            head();
            byte[] part = part();
            out.write(part, 0, Math.min(length, part.length));
            out.flush();
            if (length < part.length) {
                throw new IOException("cut");
            }
        }

        /** The header alone, so that the body is awaited for ever. */
        void head() throws IOException {
            ScriptedHttpServer.write(out, ScriptedHttpServer.partial(request.rangeStart(),
                    request.rangeEnd(), Files.size(file()), ""));
        }

        /** The whole file, by a server that does not know ranges. */
        void whole() throws IOException {
            byte[] all = Files.readAllBytes(file());
            ScriptedHttpServer.write(out,
                    "HTTP/1.1 200 OK\r\nContent-Length: " + all.length + "\r\n\r\n");
            out.write(all);
        }

        void status(String status, String headers) throws IOException {
            ScriptedHttpServer.write(out,
                    "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n" + headers + "\r\n");
        }
    }

    /** Address of the folder, with a slash at its end. */
    URI uri() {
        return server.uri("/");
    }

    List<Request> requests() {
        return server.requests();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}

package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.CONTENT;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.GOOD;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.LENGTH;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;
import static org.gridtorrent.testing.ScriptedHttpServer.partial;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ReplicaTest {
    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    @Test
    void bringsARangeAndTheFilesLength() throws Exception {
        ReceivedRange received = get(replicas.replica(GOOD), 1_000, 200_000);
        received.assertBrings(1_000, 200_000);
        assertThat(received.response().fileLength()).isEqualTo(OptionalLong.of(LENGTH));
    }

    @Test
    void asksByGetOnly() throws Exception {
        ScriptedHttpServer server = replicas.server(GOOD);
        Replica replica = replicas.replica(server.uri("/file"));
        get(replica, 0, 100).assertBrings(0, 100);
        get(replica, LENGTH, LENGTH + 1).end();
        assertThat(server.requests()).extracting(ScriptedHttpServer.Request::method)
                .containsOnly("GET");
    }

    @Test
    void keepsTheConnectionForTheNextRange() throws Exception {
        ScriptedHttpServer server = replicas.server(GOOD);
        Replica replica = replicas.replica(server.uri("/file"));
        for (int start = 0; start < 5_000; start += 1_000) {
            get(replica, start, start + 1_000).assertBrings(start, start + 1_000);
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void opensASecondConnectionForASecondRange() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        ScriptedHttpServer server = replicas.server((request, out) -> {
            both.countDown();
            both.await();
            GOOD.respond(request, out);
        });
        Replica replica = replicas.replica(server.uri("/file"));
        ReceivedRange one = get(replica, 0, 1_000);
        get(replica, 1_000, 2_000).assertBrings(1_000, 2_000);
        one.assertBrings(0, 1_000);
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void endsWithTheFile() throws Exception {
        get(replicas.replica(GOOD), 299_000, 400_000).assertBrings(299_000, LENGTH);
    }

    @Test
    void rangeWithoutAnEndGoesToTheEndOfTheFile() throws Exception {
        ScriptedHttpServer server = replicas.server(GOOD);
        get(replicas.replica(server.uri("/file")), 299_000, Long.MAX_VALUE)
                .assertBrings(299_000, LENGTH);
        assertThat(server.requests().getFirst().headers()).containsEntry("range",
                "bytes=299000-");
    }

    @Test
    void tellsTheLengthWhenTheRangeIsBehindTheEnd() throws Exception {
        assertThat(get(replicas.replica(GOOD), 400_000, 500_000).end()).isEqualTo(300_000L);
    }

    @Test
    void shortenedRangeBringsNothingBehindItsNewEnd() throws Exception {
        CountDownLatch shortened = new CountDownLatch(1);
        Replica replica = replicas.replica((request, out) -> {
            write(out, partial(0, 200_000, LENGTH, ""));
            out.write(CONTENT, 0, 10_000);
            out.flush();
            shortened.await();
            out.write(CONTENT, 10_000, 190_000);
        });
        ReceivedRange received = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 200_000), received);
        received.awaitBytes(10_000);
        exchange.shorten(15_000);
        shortened.countDown();
        received.assertBrings(0, 15_000);
    }

    @Test
    void rangeThatIsShortenedToWhatArrivedEndsAtOnce() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Replica replica = replicas.replica((request, out) -> {
            write(out, partial(0, 200_000, LENGTH, ""));
            out.write(CONTENT, 0, 10_000);
            out.flush();
            never.await();
        });
        ReceivedRange received = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 200_000), received);
        received.awaitBytes(10_000);
        exchange.shorten(10_000);
        received.assertBrings(0, 10_000);
        never.countDown();
    }

    @Test
    void rangeThatIsShortenedBeforeItIsSentKeepsItsConnection() throws Exception {
        CountDownLatch redirecting = new CountDownLatch(1);
        CountDownLatch shortened = new CountDownLatch(1);
        ScriptedHttpServer server = replicas.server((request, out) -> {
            if (request.target().equals("/file")) {
                redirecting.countDown();
                shortened.await();
                write(out, "HTTP/1.1 302 x\r\nLocation: /f\r\nContent-Length: 0\r\n\r\n");
            } else {
                GOOD.respond(request, out);
            }
        });
        Replica replica = replicas.replica(server.uri("/file"));
        ReceivedRange received = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 200_000), received);
        redirecting.await();
        exchange.shorten(50_000);
        shortened.countDown();
        received.assertBrings(0, 50_000);
        get(replica, 50_000, 60_000).assertBrings(50_000, 60_000);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void cutRangeClosesItsOwnConnectionOnly() throws Exception {
        CountDownLatch cut = new CountDownLatch(1);
        ScriptedHttpServer server = replicas.server((request, out) -> {
            if (request.rangeStart() == 0) {
                write(out, partial(0, 200_000, LENGTH, ""));
                out.write(CONTENT, 0, 500);
                out.flush();
                cut.await();
            } else {
                GOOD.respond(request, out);
            }
        });
        Replica replica = replicas.replica(server.uri("/file"));
        ReceivedRange first = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 200_000), first);
        first.awaitBytes(500);
        get(replica, 1_000, 2_000).assertBrings(1_000, 2_000);
        exchange.shorten(500);
        first.assertBrings(0, 500);
        get(replica, 2_000, 3_000).assertBrings(2_000, 3_000);
        assertThat(server.connections()).isEqualTo(2);
        cut.countDown();
    }

    @Test
    void cancelledRangeClosesItsOwnConnectionOnly() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        ScriptedHttpServer server = replicas.server((request, out) -> {
            if (request.rangeStart() == 0) {
                write(out, partial(0, 200_000, LENGTH, ""));
                cancelled.await();
                out.write(CONTENT, 0, 200_000);
            } else {
                GOOD.respond(request, out);
            }
        });
        Replica replica = replicas.replica(server.uri("/file"));
        ReceivedRange first = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 200_000), first);
        first.response();
        get(replica, 1_000, 2_000).assertBrings(1_000, 2_000);
        exchange.cancel();
        cancelled.countDown();
        get(replica, 2_000, 3_000).assertBrings(2_000, 3_000);
        assertThat(server.connections()).isEqualTo(2);
        assertThat(first.ended).isNotDone();
    }

    @Test
    void requestThatIsCancelledBeforeItsResponseTellsNothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<Boolean> clientLeft = new CompletableFuture<>();
        Replica replica = replicas.replica((request, out) -> {
            asked.countDown();
            cancelled.await();
            try {
                while (true) {
                    write(out, "HTTP/1.1 206 Partial Content\r\n"); // until nobody reads it
                }
            } catch (IOException e) {
                clientLeft.complete(true);
                throw e;
            }
        });
        ReceivedRange received = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 100), received);
        asked.await();
        exchange.cancel();
        cancelled.countDown();
        assertThat(clientLeft.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(received.started).isNotDone();
        assertThat(received.ended).isNotDone();
    }

    @Test
    void cancelDoesNotInterruptTheReceiver() throws Exception {
        CountDownLatch receiving = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        RangeExchange exchange = replicas.replica(GOOD).get(new ByteRange(0, 200_000),
                new RangeReceiver() {
                    @Override
                    public void started(RangeResponse response) {}

                    @Override
                    public void received(ByteBuffer bytes) {
                        receiving.countDown();
                        try {
                            cancelled.await();
                            interrupted.complete(Thread.interrupted());
                        } catch (InterruptedException e) {
                            interrupted.complete(true);
                        }
                    }

                    @Override
                    public void completed() {}

                    @Override
                    public void unsatisfiable(long fileLength) {}

                    @Override
                    public void failed(ReplicaFault fault) {}
                });
        receiving.await();
        exchange.cancel();
        cancelled.countDown();
        assertThat(interrupted.get(20, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void serverWithoutRangesServesTheWholeFile() throws Exception {
        Replica replica = replicas.replica((request, out) -> {
            assertThat(request.headers()).doesNotContainKey("range");
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n");
            out.write(CONTENT);
        });
        ReceivedRange received = new ReceivedRange();
        replica.getAll(received);
        received.assertBrings(0, LENGTH);
    }

    @Test
    void fileOfUnknownLengthEndsWithItsLastChunk() throws Exception {
        Replica replica = replicas.replica((request, out) -> write(out,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
        ReceivedRange received = new ReceivedRange();
        replica.getAll(received);
        assertThat(received.end()).isEqualTo("completed");
        assertThat(received.bytes()).containsExactly('a', 'b', 'c');
        assertThat(received.response().fileLength()).isEmpty();
    }

    @Test
    void wholeFileInPlaceOfARangeThatCoversItIsTaken() throws Exception {
        Replica replica = replicas.replica((request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n");
            out.write(CONTENT);
        });
        ReceivedRange received = get(replica, 0, 400_000);
        received.assertBrings(0, LENGTH);
        assertThat(received.response().fileLength()).hasValue(LENGTH);
    }

    @Test
    void bodyWithoutALengthEndsWithItsRange() throws Exception {
        Replica replica = replicas.replica((request, out) -> {
            write(out, "HTTP/1.0 206 Partial Content\r\nContent-Range: bytes 100-199/*\r\n\r\n");
            out.write(CONTENT, 100, 100);
            out.flush();
            throw new IOException("ends");
        });
        ReceivedRange received = get(replica, 100, 200);
        received.assertBrings(100, 200);
        assertThat(received.response().fileLength()).isEmpty();
    }

    @Test
    void connectionThatTheServerEndsIsReplaced() throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> {
            GOOD.respond(request, out);
            out.flush();
            throw new IOException("ends");
        });
        Replica replica = replicas.replica(server.uri("/file"));
        for (int start = 0; start < 5_000; start += 1_000) {
            get(replica, start, start + 1_000).assertBrings(start, start + 1_000);
        }
        assertThat(server.connections()).isEqualTo(5);
    }

    @Test
    void connectionThatTheServerWillCloseIsNotUsedAgain() throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> {
            write(out, partial(request.rangeStart(), request.rangeEnd(), LENGTH,
                    "Connection: close\r\n"));
            out.write(CONTENT, (int) request.rangeStart(), 1_000);
        });
        Replica replica = replicas.replica(server.uri("/file"));
        get(replica, 0, 1_000).assertBrings(0, 1_000);
        get(replica, 1_000, 2_000).assertBrings(1_000, 2_000);
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void handsOnWhatTellsOfOtherReplicas() throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> {
            if (request.target().equals("/file")) {
                write(out, String.join("\r\n", "HTTP/1.1 302 Found", "Content-Length: 0",
                        "Location: /mirror", "Digest: SHA-256=abc=",
                        "Link: <other>; rel=duplicate", "Link: <more.meta4>; rel=describedby",
                        "", ""));
            } else {
                write(out, partial(0, 100, LENGTH, "Repr-Digest: sha-256=:abc=:\r\n"));
                out.write(CONTENT, 0, 100);
            }
        });
        ReceivedRange received = get(replicas.replica(server.uri("/file")), 0, 100);
        received.assertBrings(0, 100);
        assertThat(received.response().metalinkHeaders()).satisfiesExactly(
                redirect -> {
                    assertThat(redirect.base()).isEqualTo(server.uri("/file"));
                    assertThat(redirect.links()).containsExactly("<other>; rel=duplicate",
                            "<more.meta4>; rel=describedby");
                    assertThat(redirect.digests()).containsExactly("SHA-256=abc=");
                },
                file -> {
                    assertThat(file.base()).isEqualTo(server.uri("/mirror"));
                    assertThat(file.reprDigests()).containsExactly("sha-256=:abc=:");
                });
    }

    @Test
    void queryIsNotInTheText() {
        assertThat(replicas.replica(URI.create("http://host.example/f?signature=secret")))
                .asString().isEqualTo("http://host.example/f");
    }
}

package org.gridtorrent.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.terminal.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnginePeerTest {
    /** As when the program that gives orders is killed: nobody brings what is awaited. */
    @Test
    void endsAFetchWhenTheOrdersEnd(@TempDir Path temp) throws Exception {
        Path states = Files.createDirectory(temp.resolve("states"));
        EnginePeer peer = new EnginePeer(states, InetAddress.getLoopbackAddress(), 0);
        var answers = new ByteArrayOutputStream();
        PipedWriter orders = new PipedWriter();
        try (ContentFolder folder = ContentFolder.create(temp, 1 << 20, 1)) {
            var reader = new BufferedReader(new PipedReader(orders, 1 << 16));
            var running = new FutureTask<Void>(() -> {
                peer.run(reader, new PrintStream(answers, true, StandardCharsets.UTF_8));
                return null;
            });
            Thread.ofVirtual().start(running);
            orders.write(Json.MAPPER.writeValueAsString(new PeerOrder("fetch",
                    folder.torrent().toString(), temp.resolve("got").toString(), List.of()))
                    + "\n");
            orders.flush();
            await().until(() -> Files.exists(states.resolve("0"))); // it has begun
            orders.close();
            running.get(30, TimeUnit.SECONDS);
        }
        assertThat(answers.toString(StandardCharsets.UTF_8).lines()).hasSize(2).last().asString()
                .contains("\"failed\"");
    }

    @Test
    void reportsWhatIsWrongWithATorrent(@TempDir Path temp) throws Exception {
        Path damaged = Files.writeString(temp.resolve("damaged.torrent"), "d4:infoi1ee");
        EnginePeer peer = new EnginePeer(temp, InetAddress.getLoopbackAddress(), 0);
        var answers = new ByteArrayOutputStream();
        PipedWriter orders = new PipedWriter();
        var reader = new BufferedReader(new PipedReader(orders, 1 << 16));
        var running = new FutureTask<Void>(() -> {
            peer.run(reader, new PrintStream(answers, true, StandardCharsets.UTF_8));
            return null;
        });
        Thread.ofVirtual().start(running);
        orders.write(Json.MAPPER.writeValueAsString(new PeerOrder("seed", damaged.toString(),
                temp.toString(), null)) + "\n");
        orders.flush();
        await().until(() -> answers.toString(StandardCharsets.UTF_8).lines().count() == 2);
        orders.close();
        running.get(30, TimeUnit.SECONDS);
        assertThat(answers.toString(StandardCharsets.UTF_8)).contains("\"failed\"")
                .doesNotContain("Exception", "an error in the program itself");
    }
}

package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real datagram socket takes the messages; Java has none, so Python listens. */
class ServiceManagerTest {
    private static final String LISTENER = """
            import socket, sys
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            name = sys.argv[1]
            listener.bind("\\0" + name[1:] if name[0] == "@" else name)
            print("listening", flush=True)
            while True:
                print(listener.recv(4096).decode().replace("\\n", "|"), flush=True)
            """;

    @TempDir
    Path folder;

    /** Process that prints each message as a line. */
    private record Listener(Process process, BufferedReader lines) implements AutoCloseable {
        String next() throws IOException {
            return lines.readLine();
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    private static Listener listen(String name) throws IOException {
        Path python = Path.of("/usr/bin/python3");
        Assumptions.assumeTrue(Files.isExecutable(python), "python3 is not installed");
        Process process = new ProcessBuilder(python.toString(), "-c", LISTENER, name).start();
        Listener listener = new Listener(process, process.inputReader(StandardCharsets.UTF_8));
        assertThat(listener.next()).isEqualTo("listening");
        return listener;
    }

    @Test
    void startAndEndAreReported() throws IOException {
        String name = folder.resolve("notify").toString();
        try (Listener heard = listen(name)) {
            ServiceManager manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", name));
            manager.starting();
            manager.ready("Pages at http://127.0.0.1/");
            manager.stopping();
            assertThat(heard.next()).startsWith("EXTEND_TIMEOUT_USEC=");
            assertThat(heard.next()).isEqualTo("READY=1|STATUS=Pages at http://127.0.0.1/");
            assertThat(heard.next()).isEqualTo("STOPPING=1");
        }
    }

    @Test
    void watchdogIsReportedAgainAndAgain_toAnAbstractAddress() throws IOException {
        String name = "@gridtorrent-test-" + ProcessHandle.current().pid();
        try (Listener heard = listen(name)) {
            ServiceManager manager = ServiceManager
                    .of(Map.of("NOTIFY_SOCKET", name, "WATCHDOG_USEC", "2000"));
            manager.ready("");
            assertThat(heard.next()).startsWith("READY=1");
            for (int i = 0; i < 3; i++) {
                assertThat(heard.next()).isEqualTo("WATCHDOG=1");
            }
            manager.stopping();
        }
    }

    @Test
    void watchdogOfAnotherProcessIsNotReported() throws IOException {
        String name = folder.resolve("notify").toString();
        try (Listener heard = listen(name)) {
            ServiceManager manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", name,
                    "WATCHDOG_USEC", "2000", "WATCHDOG_PID", "1"));
            manager.ready("");
            manager.stopping();
            assertThat(heard.next()).startsWith("READY=1");
            assertThat(heard.next()).isEqualTo("STOPPING=1");
        }
    }

    @Test
    void withoutAManagerNothingIsSent() {
        for (var environment : List.of(Map.of("WATCHDOG_USEC", "odd"),
                Map.of("NOTIFY_SOCKET", folder.resolve("nobody").toString()))) {
            ServiceManager manager = ServiceManager.of(environment);
            manager.ready("");
            manager.stopping();
        }
    }
}

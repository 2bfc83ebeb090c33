package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Process with less direct memory than its sockets need. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectMemoryExhaustionTest {
    @Test
    void sessionWithoutMemory_breaksAtBothEnds_withAdvice() throws Exception {
        try (JavaProcess program = JavaProcess.start(
                List.of("-Xmx64m", "-XX:MaxDirectMemorySize=2m"), Program.class)) {
            List<String> said = program.lines();
            assertThat(said).anyMatch(line -> line.startsWith("writer: java.net.SocketException"))
                    .anyMatch(line -> line.startsWith("reader: java.net.SocketException"))
                    .anyMatch(line -> line.contains("raise -XX:MaxDirectMemorySize"));
        }
    }

    /** Both ends: one writes until it fails, then the other reads. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            try (PTCPServerSocket server = new PTCPServerSocket(0);
                    PTCPSocket client = new PTCPSocket("localhost", server.getLocalPort());
                    Socket accepted = server.accept()) {
                FutureTask<String> writing = new FutureTask<>(() -> write(client));
                Thread.ofPlatform().start(writing);
                System.out.println("writer: " + writing.get());
                System.out.println("reader: " + readAll(accepted));
            }
        }

        private static String write(Socket socket) {
            try {
                socket.getOutputStream().write(new byte[16 << 20]);
                return "wrote it all";
            } catch (IOException e) {
                return e.toString();
            }
        }

        private static String readAll(Socket socket) {
            try {
                return socket.getInputStream().readAllBytes().length + " bytes";
            } catch (IOException e) {
                return e.toString();
            }
        }
    }
}

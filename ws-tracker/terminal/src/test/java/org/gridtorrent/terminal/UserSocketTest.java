package org.gridtorrent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class UserSocketTest {
    @TempDir
    Path folder;

    /** A program that takes commands, and has no file descriptor left until it is told to go on. */
    static final class Exhausted {
        private Exhausted() {}

        public static void main(String[] arguments) throws IOException {
            var address = UnixDomainSocketAddress.of(arguments[0]);
            try (var _ = UserSocket.open(address, 16, UserSocketTest::echo,
                    _ -> System.out.println("not accepted"))) {
                System.out.println("listening");
                int _ = System.in.read();
                List<InputStream> taken = takeAll();
                System.out.println("exhausted");
                int _ = System.in.read();
                for (InputStream each : taken) {
                    each.close();
                }
                int _ = System.in.read();
            }
        }

        private static List<InputStream> takeAll() {
            var taken = new ArrayList<InputStream>();
            try {
                while (true) {
                    taken.add(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                return taken;
            }
        }
    }

    private static List<String> linesUntil(BufferedReader out, String last) {
        return out.lines().takeWhile(each -> !each.equals(last)).toList();
    }

    private static void assertAnswered(SocketChannel command) throws IOException {
        command.write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII)));
        assertThat(Channels.newInputStream(command).readNBytes(5)).asString().isEqualTo("hello");
    }

    private static void echo(SocketChannel connection) throws IOException {
        connection.write(ByteBuffer.wrap(Channels.newInputStream(connection).readNBytes(5)));
    }

    @Test
    void hearsCommandsAgain_afterTheProcessHadNoDescriptorLeft() throws Exception {
        Path socket = folder.resolve("s");
        Process program = new ProcessBuilder("sh", "-c", "ulimit -n 64; exec \"$@\"", "sh",
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
                System.getProperty("java.class.path"), Exhausted.class.getName(),
                socket.toString()).redirectErrorStream(true).start();
        try (BufferedReader out = program.inputReader()) {
            assertThat(linesUntil(out, "listening")).isEmpty();
            try (var first = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                assertAnswered(first); // the machine has loaded what it accepts with
            }
            program.outputWriter().append('\n').flush();
            // To accept may fail even before somebody connects, and is told once.
            boolean told = linesUntil(out, "exhausted").contains("not accepted");
            try (var command = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                if (!told) {
                    assertThat(out.readLine()).isEqualTo("not accepted");
                }
                program.outputWriter().append('\n').flush();
                assertAnswered(command);
            }
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void servesOneConnectionAfterAnother_whenOnlyOneIsAllowed() throws Exception {
        var address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (var _ = UserSocket.open(address, 1, UserSocketTest::echo, _ -> {})) {
            for (int i = 0; i < 3; i++) {
                try (var command = SocketChannel.open(address)) {
                    assertAnswered(command);
                }
            }
        }
        assertThat(address.getPath()).doesNotExist();
    }
}

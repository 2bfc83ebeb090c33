package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.gridtorrent.ptcp.net.WireFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Program that ends right after it has closed its socket. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessExitTest {
    /**
     * More than the reader's window of 64 sub-packets, so that the rest cannot be sent before the reader reads. At
     * most 8 more, because a waiting writer is woken when its queue of 16 is half empty.
     */
    private static final int LENGTH = 70 * WireFormat.PAYLOAD_LENGTH;

    @Test
    void writtenBytes_areDelivered_afterMainHasEnded() throws Exception {
        try (PTCPServerSocket server = SocketPair.listening(PTCPOptions.DEFAULTS);
                JavaProcess program = JavaProcess.start(List.of("-Xmx64m"), Program.class,
                        Integer.toString(server.getLocalPort()));
                Socket accepted = server.accept()) {
            assertThat(program.process().inputReader().readLine()).isEqualTo("main has ended");
            assertThat(accepted.getInputStream().readAllBytes()).hasSize(LENGTH);
            assertThat(program.lines()).isEmpty();
            assertThat(program.process().waitFor()).isZero();
        }
    }

    /** Writes, closes and ends. The thread that reports it does not keep the process. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            try (PTCPSocket socket = new PTCPSocket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(),
                        Integer.parseInt(arguments[0])));
                socket.getOutputStream().write(new byte[LENGTH]);
            }
            Thread main = Thread.currentThread();
            Thread.ofVirtual().start(() -> sayEndOf(main));
        }

        private static void sayEndOf(Thread thread) {
            try {
                thread.join();
                System.out.println("main has ended");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

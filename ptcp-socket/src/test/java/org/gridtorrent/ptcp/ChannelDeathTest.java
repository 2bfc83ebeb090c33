package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChannelDeathTest {
    /** Index -1 is the control channel. */
    @ParameterizedTest(name = "channel {0}, reset {1}")
    @CsvSource({"-1,true", "-1,false", "0,true", "0,false", "2,true", "2,false"})
    void deathWhileDataFlows_isAnExceptionAtBothEnds(int index, boolean reset) throws Exception {
        try (SocketPair pair = SocketPair.connected(3)) {
            FutureTask<Flow> up = Flow.beside(
                    () -> Flow.send(pair.client().getOutputStream(), Long.MAX_VALUE, 1));
            FutureTask<Flow> upRead = Flow
                    .beside(() -> Flow.receive(pair.accepted().getInputStream(), 2));
            FutureTask<Integer> downRead = Flow.beside(() -> pair.client().getInputStream().read());
            kill(pair.client(), index, reset);
            assertThatThrownBy(up::get).hasCauseInstanceOf(SocketException.class);
            assertThatThrownBy(upRead::get).hasCauseInstanceOf(SocketException.class);
            assertThatThrownBy(downRead::get).hasCauseInstanceOf(SocketException.class);
        }
    }

    @ParameterizedTest(name = "channel {0}, reset {1}")
    @CsvSource({"-1,true", "-1,false", "1,true", "1,false"})
    void deathOfAnIdleConnection_isAnExceptionAtBothEnds(int index, boolean reset)
            throws Exception {
        try (SocketPair pair = SocketPair.connected(2)) {
            kill(pair.accepted(), index, reset);
            assertThatThrownBy(() -> pair.client().getInputStream().read())
                    .isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> pair.accepted().getInputStream().read())
                    .isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> pair.client().getOutputStream().write(1))
                    .isInstanceOf(SocketException.class);
            assertThat(pair.client().isClosed()).isFalse();
        }
    }

    private static void kill(PTCPSocket socket, int index, boolean reset) throws Exception {
        Session session = socket.requireConnected();
        SocketChannel victim = index < 0
                ? session.controlChannel()
                : session.dataChannels().get(index);
        if (reset) {
            victim.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        victim.close();
    }
}

package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares every call in every state with the same call on a plain server socket. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServerSocketContractTest {
    @SuppressWarnings("try") // to close early is what one of them is about
    enum State {
        UNBOUND, BOUND, CLOSED_UNBOUND, CLOSED;

        ServerSocket of(SocketKind kind) throws IOException {
            ServerSocket server = kind.server();
            server.setSoTimeout(20);
            if (this == BOUND || this == CLOSED) {
                server.bind(null);
            }
            if (this == CLOSED || this == CLOSED_UNBOUND) {
                server.close();
            }
            return server;
        }
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void isLikeAPlainServerSocket(State state) throws Exception {
        List<String> expected = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, ServerSocketCalls.Call> entry : ServerSocketCalls.all().entrySet()) {
            String call = entry.getKey();
            String plain = outcome(SocketKind.PLAIN, state, entry.getValue());
            expected.add(call + ": " + onPurpose(call, plain));
            found.add(call + ": " + outcome(SocketKind.PTCP, state, entry.getValue()));
        }
        assertThat(found).containsExactlyElementsOf(expected);
    }

    /** The outcome to expect, given that of a plain server socket: they differ where the class says so. */
    private static String onPurpose(String call, String plain) {
        return switch (call) {
            case "toString" -> "PTCP" + plain;
            case "supportedOptions" -> plain.replace("IP_TOS, ", "");
            case "getOption IP_TOS", "setOption IP_TOS" -> plain.replaceFirst(
                    "^(0|done)", "UnsupportedOperationException: 'IP_TOS' not supported");
            default -> plain;
        };
    }

    private static String outcome(SocketKind kind, State state, ServerSocketCalls.Call call)
            throws IOException {
        try (ServerSocket server = state.of(kind)) {
            String flags = ", bound " + server.isBound() + ", closed " + server.isClosed();
            return result(server, call).replaceAll("\\b\\d{5}\\b", "PORT") + flags;
        }
    }

    private static String result(ServerSocket server, ServerSocketCalls.Call call) {
        try {
            return String.valueOf(call.on(server));
        } catch (IOException | RuntimeException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }
}

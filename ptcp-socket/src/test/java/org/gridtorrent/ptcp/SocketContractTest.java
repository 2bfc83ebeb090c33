package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares every call in every state with the same call on a plain socket. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SocketContractTest {
    private static final String OUTPUT_SHUT = "SocketException: Socket output is shutdown";
    private static final String NO_URGENT_DATA = "SocketException: Urgent data not supported";

    /** Calls whose outcome on a broken connection differs, because its channels are gone. */
    private static final Set<String> DIFFERENT_AFTER_RESET = Set.of(
            "getReuseAddress", "shutdownInput, read");

    @ParameterizedTest
    @EnumSource(SocketState.class)
    void connectingSide_isLikeAPlainSockets(SocketState state) throws Exception {
        assertAlike(state, SocketKind.PTCP, false);
    }

    @ParameterizedTest
    @MethodSource("acceptedStates")
    void acceptingSide_isLikeAPlainSockets(SocketKind kind, SocketState state) throws Exception {
        assertAlike(state, kind, true);
    }

    static List<Arguments> acceptedStates() {
        List<Arguments> cases = new ArrayList<>();
        for (SocketState state : SocketState.values()) {
            if (state.isConnected()) {
                cases.add(Arguments.of(SocketKind.PTCP, state));
                cases.add(Arguments.of(SocketKind.PLAIN_THROUGH_PTCP, state));
            }
        }
        return cases;
    }

    private static void assertAlike(SocketState state, SocketKind kind, boolean accepted)
            throws IOException {
        List<String> expected = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, SocketCalls.Call> entry : SocketCalls.all().entrySet()) {
            String call = entry.getKey();
            String plain = state.outcome(SocketKind.PLAIN, accepted, entry.getValue());
            String ours = state.outcome(kind, accepted, entry.getValue());
            if (!DIFFERENT_AFTER_RESET.contains(call) || state != SocketState.PEER_RESET) {
                expected.add(call + ": " + afterReset(state, onPurpose(kind, call, plain)));
                found.add(call + ": " + afterReset(state, ours));
            }
        }
        assertThat(found).containsExactlyElementsOf(expected);
    }

    /** After a reset the message differs: it names the channel that broke. */
    private static String afterReset(SocketState state, String outcome) {
        return state == SocketState.PEER_RESET
                ? outcome.replaceFirst("^SocketException: [^,]*", "SocketException")
                : outcome;
    }

    /** The outcome to expect, given that of a plain socket: they differ where the class says so. */
    private static String onPurpose(SocketKind kind, String call, String plain) {
        String clearer = plain.contains("output shut")
                ? plain.replaceFirst("^\\w+: Broken pipe", OUTPUT_SHUT)
                : plain;
        return kind == SocketKind.PTCP ? onPurpose(call, clearer) : clearer;
    }

    private static String onPurpose(String call, String plain) {
        return switch (call) {
            case "toString" -> "PTCP" + plain;
            case "getTcpNoDelay", "getOption TCP_NODELAY" -> plain.replaceFirst("^false", "true");
            case "sendUrgentData" -> plain.replaceFirst("^[^,]*", NO_URGENT_DATA);
            case "setOOBInline" -> plain.replaceFirst("^done", NO_URGENT_DATA);
            default -> plain;
        };
    }
}

package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** States of a socket, each with the transition into it. */
@SuppressWarnings({"try", "ImmutableEnumChecker"}) // closing is a transition, lambdas hold nothing
enum SocketState {
    UNCONNECTED(false, (own, peer) -> {}),
    BOUND(false, (own, peer) -> own.bind(null)),
    REFUSED(false, (own, peer) -> connectToNobody(own)),
    CLOSED_UNCONNECTED(false, (own, peer) -> own.close()),
    CONNECTED(true, (own, peer) -> {}),
    DATA_WAITING(true, (own, peer) -> awaitFiveBytes(own, peer)),
    INPUT_SHUT(true, (own, peer) -> own.shutdownInput()),
    OUTPUT_SHUT(true, (own, peer) -> own.shutdownOutput()),
    CLOSED(true, (own, peer) -> own.close()),
    PEER_SHUT(true, (own, peer) -> awaitEnd(own, peer)),
    CLOSED_AFTER_THE_END(true, (own, peer) -> {
        awaitEnd(own, peer);
        own.close();
    }),
    PEER_RESET(true, (own, peer) -> awaitReset(own, peer));

    private final boolean connected;
    private final Transition transition;

    SocketState(boolean connected, Transition transition) {
        this.connected = connected;
        this.transition = transition;
    }

    private interface Transition {
        void apply(Socket own, Socket peer) throws IOException;
    }

    boolean isConnected() {
        return connected;
    }

    /** Makes a call on a new socket in this state; returns its outcome and the socket's flags. */
    String outcome(SocketKind kind, boolean accepted, SocketCalls.Call call) throws IOException {
        if (!connected) {
            try (ServerSocket server = kind.listening(); Socket own = kind.socket()) {
                return outcome(own, own, server, call);
            }
        }
        try (SocketKind.Ends ends = kind.connected()) {
            return accepted
                    ? outcome(ends.accepted(), ends.client(), ends.server(), call)
                    : outcome(ends.client(), ends.accepted(), ends.server(), call);
        }
    }

    private String outcome(Socket own, Socket peer, ServerSocket server, SocketCalls.Call call)
            throws IOException {
        own.setSoTimeout(30);
        InputStream in = connected ? own.getInputStream() : InputStream.nullInputStream();
        OutputStream out = connected ? own.getOutputStream() : OutputStream.nullOutputStream();
        transition.apply(own, peer);
        InetSocketAddress listening = SocketPair.addressOf(server);
        String result = result(call, new SocketCalls.Subject(own, in, out, listening));
        return withoutPorts(result) + flags(own);
    }

    private static String result(SocketCalls.Call call, SocketCalls.Subject subject) {
        try {
            return String.valueOf(call.on(subject));
        } catch (NullPointerException e) {
            // The message comes from the virtual machine, which has none for compiled code.
            return e.getClass().getSimpleName();
        } catch (IOException | RuntimeException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }

    private static String withoutPorts(String result) {
        return result.replaceAll("\\b\\d{5}\\b", "PORT");
    }

    private static String flags(Socket socket) {
        return (socket.isBound() ? ", bound" : "")
                + (socket.isConnected() ? ", connected" : "")
                + (socket.isInputShutdown() ? ", input shut" : "")
                + (socket.isOutputShutdown() ? ", output shut" : "")
                + (socket.isClosed() ? ", closed" : "");
    }

    private static void connectToNobody(Socket own) throws IOException {
        InetSocketAddress nobody;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = SocketPair.addressOf(gone);
        }
        assertThatThrownBy(() -> own.connect(nobody))
                .isInstanceOf(java.net.ConnectException.class);
    }

    private static void awaitFiveBytes(Socket own, Socket peer) throws IOException {
        peer.getOutputStream().write(new byte[5]);
        while (own.getInputStream().available() < 5) {
            Thread.onSpinWait();
        }
    }

    private static void awaitEnd(Socket own, Socket peer) throws IOException {
        peer.shutdownOutput();
        own.setSoTimeout(SocketPair.TIMEOUT_MILLIS);
        own.getInputStream().read();
    }

    private static void awaitReset(Socket own, Socket peer) throws IOException {
        if (peer instanceof PTCPSocket ptcp) {
            SocketChannel control = ptcp.requireConnected().controlChannel();
            control.setOption(StandardSocketOptions.SO_LINGER, 0);
            control.close();
        } else {
            peer.setSoLinger(true, 0);
            peer.close();
        }
        own.setSoTimeout(SocketPair.TIMEOUT_MILLIS);
        InputStream in = own.getInputStream();
        assertThatThrownBy(in::read).isInstanceOf(SocketException.class);
    }
}

package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** All calls on a {@link ServerSocket}, by name. */
@NullUnmarked
final class ServerSocketCalls {
    private ServerSocketCalls() {}

    interface Call {
        @Nullable
        Object on(ServerSocket socket) throws IOException;
    }

    private interface Effect {
        void on(ServerSocket socket) throws IOException;
    }

    static Map<String, Call> all() {
        Map<String, Call> calls = new LinkedHashMap<>();
        getters(calls);
        setters(calls);
        binding(calls);
        return calls;
    }

    private static void getters(Map<String, Call> calls) {
        calls.put("getInetAddress", ServerSocket::getInetAddress);
        calls.put("getLocalPort", ServerSocket::getLocalPort);
        calls.put("getLocalSocketAddress", ServerSocket::getLocalSocketAddress);
        calls.put("getChannel", ServerSocket::getChannel);
        calls.put("isBound", ServerSocket::isBound);
        calls.put("isClosed", ServerSocket::isClosed);
        calls.put("getSoTimeout", ServerSocket::getSoTimeout);
        calls.put("getReuseAddress", ServerSocket::getReuseAddress);
        calls.put("getReceiveBufferSize", ServerSocket::getReceiveBufferSize);
        calls.put("toString", ServerSocket::toString);
        calls.put("supportedOptions", s -> SocketCalls.sorted(s.supportedOptions()));
        calls.put("getOption SO_RCVBUF", s -> s.getOption(StandardSocketOptions.SO_RCVBUF));
        calls.put("getOption IP_TOS", s -> s.getOption(StandardSocketOptions.IP_TOS));
        calls.put("getOption TCP_NODELAY", s -> s.getOption(StandardSocketOptions.TCP_NODELAY));
    }

    private static void setters(Map<String, Call> calls) {
        effect(calls, "setSoTimeout", s -> s.setSoTimeout(7));
        effect(calls, "setSoTimeout -1", s -> s.setSoTimeout(-1));
        effect(calls, "setReuseAddress", s -> s.setReuseAddress(false));
        effect(calls, "setReceiveBufferSize", s -> s.setReceiveBufferSize(50_000));
        effect(calls, "setReceiveBufferSize 0", s -> s.setReceiveBufferSize(0));
        effect(calls, "setPerformancePreferences", s -> s.setPerformancePreferences(1, 2, 3));
        SocketOption<Integer> buffer = StandardSocketOptions.SO_RCVBUF;
        calls.put("setOption SO_RCVBUF",
                s -> s.setOption(buffer, 50_000).getReceiveBufferSize());
        effect(calls, "setOption SO_RCVBUF -1", s -> s.setOption(buffer, -1));
        effect(calls, "setOption of nothing", s -> s.setOption(null, 1));
        effect(calls, "setOption IP_TOS", s -> s.setOption(StandardSocketOptions.IP_TOS, 8));
        effect(calls, "setOption SO_LINGER", s -> s.setOption(StandardSocketOptions.SO_LINGER, 8));
    }

    private static void binding(Map<String, Call> calls) {
        effect(calls, "bind", s -> s.bind(null));
        effect(calls, "bind backlog", s -> s.bind(null, 7));
        effect(calls, "bind backlog -1", s -> s.bind(null, -1));
        effect(calls, "bind loopback",
                s -> s.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        effect(calls, "bind twice", s -> {
            s.bind(null);
            s.bind(null);
        });
        effect(calls, "bind unresolved",
                s -> s.bind(InetSocketAddress.createUnresolved("nowhere.invalid", 1)));
        effect(calls, "bind to no internet address",
                s -> s.bind(UnixDomainSocketAddress.of("x")));
        effect(calls, "bind to a port in use", s -> {
            try (ServerSocket other = new ServerSocket(0)) {
                s.bind(other.getLocalSocketAddress());
            }
        });
        effect(calls, "accept", ServerSocket::accept);
        effect(calls, "close", ServerSocket::close);
        effect(calls, "close twice", s -> {
            s.close();
            s.close();
        });
        effect(calls, "close, accept", s -> {
            s.close();
            s.accept();
        });
    }

    private static void effect(Map<String, Call> calls, String name, Effect effect) {
        calls.put(name, s -> {
            effect.on(s);
            return "done";
        });
    }
}

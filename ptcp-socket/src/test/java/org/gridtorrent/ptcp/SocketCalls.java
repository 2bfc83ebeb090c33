package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** All calls on a {@link Socket} and its streams, by name. */
@NullUnmarked
final class SocketCalls {
    private SocketCalls() {}

    /** A socket in some state, its streams, and an address to connect to. */
    record Subject(Socket socket, InputStream in, OutputStream out, InetSocketAddress listening) {}

    interface Call {
        @Nullable
        Object on(Subject subject) throws IOException;
    }

    private interface Effect {
        void on(Socket socket) throws IOException;
    }

    static Map<String, Call> all() {
        Map<String, Call> calls = new LinkedHashMap<>();
        getters(calls);
        setters(calls);
        options(calls);
        connecting(calls);
        streams(calls);
        return calls;
    }

    private static void getters(Map<String, Call> calls) {
        calls.put("getInetAddress", s -> s.socket().getInetAddress());
        calls.put("getLocalAddress", s -> s.socket().getLocalAddress());
        calls.put("getPort", s -> s.socket().getPort());
        calls.put("getLocalPort", s -> s.socket().getLocalPort());
        calls.put("getRemoteSocketAddress", s -> s.socket().getRemoteSocketAddress());
        calls.put("getLocalSocketAddress", s -> s.socket().getLocalSocketAddress());
        calls.put("getChannel", s -> s.socket().getChannel());
        calls.put("getTcpNoDelay", s -> s.socket().getTcpNoDelay());
        calls.put("getSoLinger", s -> s.socket().getSoLinger());
        calls.put("getOOBInline", s -> s.socket().getOOBInline());
        calls.put("getSoTimeout", s -> s.socket().getSoTimeout());
        calls.put("getSendBufferSize", s -> s.socket().getSendBufferSize() > 0);
        calls.put("getReceiveBufferSize", s -> s.socket().getReceiveBufferSize() > 0);
        calls.put("getKeepAlive", s -> s.socket().getKeepAlive());
        calls.put("getTrafficClass", s -> s.socket().getTrafficClass());
        calls.put("getReuseAddress", s -> s.socket().getReuseAddress());
        calls.put("isConnected", s -> s.socket().isConnected());
        calls.put("isBound", s -> s.socket().isBound());
        calls.put("isClosed", s -> s.socket().isClosed());
        calls.put("isInputShutdown", s -> s.socket().isInputShutdown());
        calls.put("isOutputShutdown", s -> s.socket().isOutputShutdown());
        calls.put("toString", s -> s.socket().toString());
        calls.put("supportedOptions", s -> sorted(s.socket().supportedOptions()));
    }

    static List<String> sorted(Set<SocketOption<?>> options) {
        return options.stream().map(SocketOption::name).sorted().toList();
    }

    private static void setters(Map<String, Call> calls) {
        effect(calls, "setTcpNoDelay", s -> s.setTcpNoDelay(false));
        effect(calls, "setSoLinger", s -> s.setSoLinger(true, 7));
        effect(calls, "setSoLinger off", s -> s.setSoLinger(false, 7));
        effect(calls, "setSoLinger -1", s -> s.setSoLinger(true, -1));
        effect(calls, "setSoLinger 1000000", s -> s.setSoLinger(true, 1_000_000));
        effect(calls, "setOOBInline", s -> s.setOOBInline(true));
        effect(calls, "setOOBInline off", s -> s.setOOBInline(false));
        effect(calls, "setSoTimeout", s -> s.setSoTimeout(7));
        effect(calls, "setSoTimeout -1", s -> s.setSoTimeout(-1));
        effect(calls, "setSendBufferSize", s -> s.setSendBufferSize(50_000));
        effect(calls, "setSendBufferSize 0", s -> s.setSendBufferSize(0));
        effect(calls, "setReceiveBufferSize", s -> s.setReceiveBufferSize(50_000));
        effect(calls, "setReceiveBufferSize 0", s -> s.setReceiveBufferSize(0));
        effect(calls, "setKeepAlive", s -> s.setKeepAlive(true));
        effect(calls, "setTrafficClass", s -> s.setTrafficClass(8));
        effect(calls, "setTrafficClass 256", s -> s.setTrafficClass(256));
        effect(calls, "setReuseAddress", s -> s.setReuseAddress(true));
        effect(calls, "setPerformancePreferences", s -> s.setPerformancePreferences(1, 2, 3));
        effect(calls, "sendUrgentData", s -> s.sendUrgentData(1));
        effect(calls, "shutdownInput", Socket::shutdownInput);
        effect(calls, "shutdownInput twice", twice(Socket::shutdownInput));
        effect(calls, "shutdownOutput", Socket::shutdownOutput);
        effect(calls, "shutdownOutput twice", twice(Socket::shutdownOutput));
        effect(calls, "close", Socket::close);
        effect(calls, "close twice", twice(Socket::close));
    }

    private static Effect twice(Effect effect) {
        return socket -> {
            effect.on(socket);
            effect.on(socket);
        };
    }

    private static void options(Map<String, Call> calls) {
        for (SocketOption<?> option : new Socket().supportedOptions()) {
            // The kernel chooses the values of some options.
            calls.put("getOption " + option,
                    s -> option.type().isInstance(s.socket().getOption(option)));
        }
        SocketOption<Boolean> delay = StandardSocketOptions.TCP_NODELAY;
        calls.put("getOption TCP_NODELAY", s -> s.socket().getOption(delay));
        SocketOption<Integer> linger = StandardSocketOptions.SO_LINGER;
        effect(calls, "setOption SO_LINGER", s -> s.setOption(linger, 7));
        calls.put("setOption, getSoLinger",
                s -> s.socket().setOption(linger, 7).getSoLinger());
        calls.put("setOption SO_LINGER off", s -> s.socket().setOption(linger, -3).getSoLinger());
        SocketOption<Integer> buffer = StandardSocketOptions.SO_SNDBUF;
        effect(calls, "setOption SO_SNDBUF", s -> s.setOption(buffer, 50_000));
        effect(calls, "setOption SO_SNDBUF -1", s -> s.setOption(buffer, -1));
        effect(calls, "setOption null", s -> s.setOption(buffer, null));
        effect(calls, "setOption of nothing", s -> s.setOption(null, 1));
        SocketOption<Boolean> loop = StandardSocketOptions.IP_MULTICAST_LOOP;
        effect(calls, "setOption IP_MULTICAST_LOOP", s -> s.setOption(loop, true));
        effect(calls, "getOption IP_MULTICAST_LOOP", s -> s.getOption(loop));
    }

    private static void connecting(Map<String, Call> calls) {
        put(calls, "connect", s -> s.socket().connect(s.listening()));
        put(calls, "connect timeout", s -> s.socket().connect(s.listening(), 5_000));
        put(calls, "connect -1", s -> s.socket().connect(s.listening(), -1));
        put(calls, "connect null", s -> s.socket().connect(null));
        put(calls, "connect to no internet address",
                s -> s.socket().connect(UnixDomainSocketAddress.of("x")));
        put(calls, "connect unresolved", s -> s.socket()
                .connect(InetSocketAddress.createUnresolved("nowhere.invalid", 1)));
        put(calls, "connect twice", s -> {
            s.socket().connect(s.listening());
            s.socket().connect(s.listening());
        });
        effect(calls, "bind", s -> s.bind(null));
        effect(calls, "bind loopback",
                s -> s.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        effect(calls, "bind twice", twice(s -> s.bind(null)));
        effect(calls, "bind unresolved",
                s -> s.bind(InetSocketAddress.createUnresolved("nowhere.invalid", 1)));
        effect(calls, "bind to no internet address",
                s -> s.bind(UnixDomainSocketAddress.of("x")));
        put(calls, "bind to a port in use", s -> s.socket().bind(s.listening()));
        put(calls, "bind, connect", s -> {
            s.socket().bind(null);
            int port = s.socket().getLocalPort();
            s.socket().connect(s.listening());
            if (s.socket().getLocalPort() != port) {
                throw new AssertionError("another port");
            }
        });
    }

    private static void streams(Map<String, Call> calls) {
        byte[] ten = new byte[10];
        calls.put("getInputStream", s -> {
            InputStream in = s.socket().getInputStream();
            return in.equals(s.socket().getInputStream());
        });
        calls.put("getOutputStream", s -> {
            OutputStream out = s.socket().getOutputStream();
            return out.equals(s.socket().getOutputStream());
        });
        calls.put("read", s -> s.in().read());
        calls.put("read twice", s -> s.in().read() + s.in().read());
        calls.put("read array", s -> s.in().read(ten));
        calls.put("read nothing", s -> s.in().read(ten, 3, 0));
        calls.put("read beyond", s -> s.in().read(ten, 3, 8));
        calls.put("read null", s -> s.in().read(null));
        calls.put("readNBytes", s -> s.in().readNBytes(3).length);
        calls.put("available", s -> s.in().available());
        calls.put("skip", s -> s.in().skip(3));
        calls.put("skip 0", s -> s.in().skip(0));
        calls.put("transferTo", s -> s.in().transferTo(OutputStream.nullOutputStream()));
        calls.put("markSupported", s -> s.in().markSupported());
        put(calls, "reset", s -> s.in().reset());
        put(calls, "write", s -> s.out().write(1));
        put(calls, "write array", s -> s.out().write(ten));
        put(calls, "write nothing", s -> s.out().write(ten, 3, 0));
        put(calls, "write beyond", s -> s.out().write(ten, 3, 8));
        put(calls, "write null", s -> s.out().write(null));
        put(calls, "flush", s -> s.out().flush());
        put(calls, "close input", s -> s.in().close());
        put(calls, "close output", s -> s.out().close());
        put(calls, "close input, write", s -> {
            s.in().close();
            s.out().write(1);
        });
        put(calls, "shutdownOutput, write", s -> {
            s.socket().shutdownOutput();
            s.out().write(1);
        });
        calls.put("shutdownInput, read", s -> {
            s.socket().shutdownInput();
            return s.in().read();
        });
        calls.put("shutdownInput, available", s -> {
            s.socket().shutdownInput();
            return s.in().available();
        });
    }

    private interface SubjectEffect {
        void on(Subject subject) throws IOException;
    }

    private static void put(Map<String, Call> calls, String name, SubjectEffect effect) {
        calls.put(name, s -> {
            effect.on(s);
            return "done";
        });
    }

    private static void effect(Map<String, Call> calls, String name, Effect effect) {
        put(calls, name, s -> effect.on(s.socket()));
    }
}

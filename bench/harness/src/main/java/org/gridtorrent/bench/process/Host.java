package org.gridtorrent.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;

/** Machine, or network namespace, on which programs can be run. */
public interface Host {
    /** This machine, as it reaches itself. */
    Host HERE = new Host() {
        @Override
        public String address() {
            return InetAddress.getLoopbackAddress().getHostAddress();
        }

        @Override
        public List<String> enter() {
            return List.of();
        }
    };

    /** Address at which the other hosts reach it. */
    String address();

    /** Beginning of a command that runs the rest there; empty here. */
    List<String> enter();

    /** True when the host does not share its file system with this machine. */
    default boolean hasDiskOfItsOwn() {
        return false;
    }

    /** The host, or this machine if that has the same files. */
    default Host machine() {
        return hasDiskOfItsOwn() ? this : HERE;
    }

    /** Unused TCP port of this machine's loopback interface. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Command that runs the given command on this host. */
    default List<String> commandOn(List<String> command) {
        return Tool.concat(enter(), command);
    }

    /** Starts a program there without input, which ends with this one at the latest. */
    default Process startTied(List<String> command) throws IOException {
        return Tool.startTied(enter(), command);
    }

    /** Waits up to ten seconds until a server listens on a port of this host, as another one sees it. */
    default void awaitListening(int port, Host client) throws IOException, InterruptedException {
        Tool.run(client.commandOn(List.of("timeout", "10", "bash", "-c", "until (: > /dev/tcp/"
                + address() + "/" + port + ") 2> /dev/null; do sleep 0.05; done")));
    }

    /** Writes a file on the host. */
    default void write(Path file, String text) throws IOException, InterruptedException {
        Tool.run(commandOn(List.of("sh", "-c", "cat > \"$0\"", file.toString())), text);
    }
}

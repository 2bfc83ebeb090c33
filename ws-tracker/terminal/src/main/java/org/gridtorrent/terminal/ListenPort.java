package org.gridtorrent.terminal;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** TCP port at which a program is to listen. */
public final class ListenPort {
    private ListenPort() {}

    /** Whether another program listens there now. */
    public static boolean isTaken(InetSocketAddress address) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(address);
            return false;
        } catch (BindException e) {
            return true;
        }
    }
}

package org.gridtorrent.e2e.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Ports of the loopback interface on which nobody listens just now, and which are not given to anybody
 * meanwhile: the system takes those of outgoing connections from 32768 on, and no port comes twice here.
 */
public final class Ports {
    private static final int FIRST = 16_384;
    private static final int END = 32_768;
    private static final AtomicInteger NEXT = new AtomicInteger(
            ThreadLocalRandom.current().nextInt(FIRST, END));

    private Ports() {}

    /** {@code count} different ones. */
    public static int[] free(int count) {
        return IntStream.generate(Ports::next).filter(Ports::isFree).limit(count).toArray();
    }

    private static int next() {
        return NEXT.getAndUpdate(port -> port + 1 < END ? port + 1 : FIRST);
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

package org.gridtorrent.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;

/**
 * Addresses of global scope on this machine, since many clients ignore loopback addresses.
 *
 * <p>A /24 of 198.18.0.0/15, which is reserved for tests (RFC 2544).
 */
final class GlobalAddresses {
    /** Differs between processes. */
    private final byte network = (byte) ProcessHandle.current().pid();

    private GlobalAddresses() {}

    /** Skips the test where there is no {@code ip} command, or no right to use it. */
    static GlobalAddresses add() throws IOException, InterruptedException {
        var addresses = new GlobalAddresses();
        Programs.assumeRuns("iproute2", "ip", "-V");
        assumeTrue(addresses.ip("replace"), "only root may add addresses");
        return addresses;
    }

    /** Address of a host from 1 to 254; connections to the others come from the first. */
    InetAddress host(int number) {
        try {
            return InetAddress.getByAddress(new byte[]{(byte) 198, 18, network, (byte) number});
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private boolean ip(String what) throws IOException, InterruptedException {
        return new ProcessBuilder("ip", "address", what, host(1).getHostAddress() + "/24", "dev",
                "lo").redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor() == 0;
    }

    void remove() throws IOException, InterruptedException {
        ip("del");
    }
}

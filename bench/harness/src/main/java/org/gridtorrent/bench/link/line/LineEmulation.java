package org.gridtorrent.bench.link.line;

import java.io.IOException;

/**
 * Emulated line between a link's hosts: delays, loses and queues their packets.
 *
 * <p>Confined to one thread, but for {@link #setRate}, which may be called by one other.
 */
public interface LineEmulation {
    /** Name of the emulator, for the user. */
    String emulator();

    /** Makes the access line of this host; hosts come in the order of their numbers. */
    void join(NetworkNamespace namespace) throws IOException, InterruptedException;

    /** All hosts have joined. If the line ends by itself, {@code broken} is run. */
    void begin(Runnable broken) throws IOException;

    /**
     * Changes the rate of a host's access line, both ways, once all have joined. Its queues keep their
     * lengths.
     */
    void setRate(int host, long bitsPerSecond) throws IOException, InterruptedException;

    /** Removes the line, whatever of it was made. */
    void end() throws InterruptedException;
}

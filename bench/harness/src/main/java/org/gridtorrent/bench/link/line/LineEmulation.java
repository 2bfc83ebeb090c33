package org.gridtorrent.bench.link.line;

import java.io.IOException;

/** Emulated line between a link's hosts: delays, loses and queues their packets. Confined to one thread. */
public interface LineEmulation {
    /** Name of the emulator, for the user. */
    String emulator();

    /** Makes the access line of this host; hosts come in the order of their numbers. */
    void join(NetworkNamespace namespace) throws IOException, InterruptedException;

    /** All hosts have joined. If the line ends by itself, {@code broken} is run. */
    void begin(Runnable broken) throws IOException;

    /** Removes the line, whatever of it was made. */
    void end() throws InterruptedException;
}

package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A running client that shares one content at a time. Not thread-safe. */
public interface Peer extends AutoCloseable {

    /** Serves what lies in the directory, known to be whole; gives the port on loopback. */
    int seed(Path torrent, Path directory) throws IOException, InterruptedException;

    /** Fetches everything from the seed at this port; gives how long that took. */
    Duration fetch(Path torrent, Path directory, int seedPort)
            throws IOException, InterruptedException;

    /** Stops sharing the content; its files stay. */
    void drop() throws IOException, InterruptedException;

    /** Of all its threads since its start. */
    Duration cpu();

    @Override
    void close();
}

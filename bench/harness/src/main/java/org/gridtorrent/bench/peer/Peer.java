package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.engine.transport.PeerAddress;

/** A running client that shares one content at a time. Not thread-safe. */
public interface Peer extends AutoCloseable {

    /** Where it listens, from its start. */
    InetSocketAddress address();

    /** Serves what lies in the directory, known to be whole. */
    void seed(Path torrent, Path directory) throws IOException, InterruptedException;

    /**
     * Fetches everything from these, and then shares on. Only this project's client knows transports
     * other than TCP.
     */
    FetchResult fetch(Path torrent, Path directory, List<PeerAddress> sources)
            throws IOException, InterruptedException;

    /** Stops sharing the content; its files stay. */
    void drop() throws IOException, InterruptedException;

    /** Of its process, all its threads, since its start. */
    Duration cpu() throws IOException;

    /** Bytes of memory that it has, without files that are mapped: those are the system's to take back. */
    long ownMemory() throws IOException, InterruptedException;

    @Override
    void close();
}

package org.gridtorrent.engine.download;

/** Receiver of what readers want: the swarm. Thread-safe; no method blocks. */
public interface ReadRequests {

    void request(ReadRequest request);

    /** Nobody waits for the request any more. */
    void cancel(ReadRequest request);

    void readAhead(ReadAhead ahead);

    void readerClosed(long reader);

    /** Whether requests are still answered. */
    boolean isRunning();
}

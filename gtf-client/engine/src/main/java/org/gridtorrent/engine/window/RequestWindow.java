package org.gridtorrent.engine.window;

/**
 * Request window of one peer: how many bytes to keep requested from it.
 *
 * <p>For one thread. Lengths are in bytes, rates in bytes a second.
 */
public sealed interface RequestWindow permits BlockWindow, ReadWindow, ChunkWindow {

    /** Bytes to keep requested. */
    long length();

    /** Sets the most bytes that are ever requested at a time: what the peer queues, and what we can store. */
    void setMax(long max);

    /** Bytes to request while so many are outstanding; 0 when none. */
    long room(long outstanding);

    /** Least room that is worth a request while others are outstanding: a batch wakes as many threads as one. */
    long batch();

    /** Requests were sent; so many bytes are outstanding now. */
    void requested(long outstanding);

    /** A block arrived {@code delayNs} after its request. */
    void received(int length, long delayNs, long nowNs);

    /**
     * To be called several times a second.
     *
     * @param rate of late
     * @param outstanding bytes that are requested now
     * @param timeLeftNs until all that is missing has arrived, from all peers together
     */
    void adjust(long rate, long outstanding, long timeLeftNs);

    /** Bytes that may stay outstanding; later ones come sooner from other peers. */
    long keep();

    /** The peer is silent: little is requested until it answers again. */
    void collapse();
}

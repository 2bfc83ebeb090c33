package org.gridtorrent.ptcp;

/**
 * How a PTCP socket is to be made.
 *
 * @param streams data channels, 1 to {@value Wire#MAX_STREAMS}; only the side that connects decides
 * @param receiveWindow sub-packets of at most 64 KiB that this side keeps until they are read, 16 to
 *     {@value Wire#MAX_WINDOW}; on a long line, streams × window must cover bandwidth × delay
 */
public record PTCPOptions(int streams, int receiveWindow) {
    /** Four streams, and at most 8 MiB of received data waiting for the reader. */
    public static final PTCPOptions DEFAULTS = new PTCPOptions(4, 128);

    public PTCPOptions {
        if (streams < 1 || streams > Wire.MAX_STREAMS) {
            throw new IllegalArgumentException("streams must be 1 to 128: " + streams);
        }
        if (receiveWindow < Wire.MIN_WINDOW || receiveWindow > Wire.MAX_WINDOW) {
            throw new IllegalArgumentException("receive window out of range: " + receiveWindow);
        }
    }

    public PTCPOptions withStreams(int count) {
        return new PTCPOptions(count, receiveWindow);
    }

    public PTCPOptions withReceiveWindow(int subPackets) {
        return new PTCPOptions(streams, subPackets);
    }
}

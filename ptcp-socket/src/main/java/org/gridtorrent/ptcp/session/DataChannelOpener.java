package org.gridtorrent.ptcp.session;

import java.io.IOException;
import java.time.Duration;
import org.gridtorrent.ptcp.net.Channel;

/** Opens one more data channel to the peer; only the connecting side has one. */
public interface DataChannelOpener {
    /** Opens a channel and sends JOIN for the stream on it; fails when the time is over. */
    Channel open(int stream, Duration timeout) throws IOException;
}

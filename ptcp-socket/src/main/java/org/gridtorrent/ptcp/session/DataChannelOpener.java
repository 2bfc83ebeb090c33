package org.gridtorrent.ptcp.session;

import java.io.IOException;
import java.time.Duration;
import org.gridtorrent.ptcp.net.Channel;

/** Opens one more data channel to the peer; only the side that connects has one. */
public interface DataChannelOpener {
    /** A channel on which the JOIN of that stream was sent; closed when the time is over. */
    Channel join(int stream, Duration timeout) throws IOException;
}

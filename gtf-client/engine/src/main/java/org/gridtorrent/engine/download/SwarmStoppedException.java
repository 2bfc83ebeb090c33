package org.gridtorrent.engine.download;

import java.io.IOException;

/** Failure of a read whose swarm has ended. */
public final class SwarmStoppedException extends IOException {
    private static final long serialVersionUID = 1;

    public SwarmStoppedException() {
        super("the content is no longer shared here");
    }
}

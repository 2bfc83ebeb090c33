package org.gridtorrent.fuse.system;

import java.io.IOException;

/** A folder that cannot be mounted or unmounted; the message says why and what to do. */
public final class MountException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean busy;

    MountException(String message, boolean busy) {
        super(message);
        this.busy = busy;
    }

    /** Whether a program has files open there. */
    public boolean isBusy() {
        return busy;
    }
}

package org.gridtorrent.engine.announce.message;

import java.io.IOException;

/** Response of a tracker that cannot be used, although the tracker is reachable. */
public class InvalidResponseException extends IOException {
    private static final long serialVersionUID = 1;

    public InvalidResponseException(String message) {
        super(message);
    }

    public InvalidResponseException(String message, Throwable cause) {
        super(message, cause);
    }
}

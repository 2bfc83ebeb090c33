package org.gridtorrent.engine.announce;

import java.io.IOException;

/** The tracker is there, but what it answers is of no use. */
class InvalidResponseException extends IOException {
    private static final long serialVersionUID = 1;

    InvalidResponseException(String what) {
        super(what);
    }

    InvalidResponseException(String what, Throwable why) {
        super(what, why);
    }
}

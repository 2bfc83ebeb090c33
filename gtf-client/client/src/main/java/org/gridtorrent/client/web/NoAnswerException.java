package org.gridtorrent.client.web;

import java.io.IOException;
import java.net.URI;

/** Nobody answered at an address of the site, which the message names. */
public final class NoAnswerException extends IOException {
    private static final long serialVersionUID = 1;

    public NoAnswerException(URI address, Throwable cause) {
        super("nobody answered at " + address, cause);
    }

    /** What is wrong, and what to do about it. */
    public String advice() {
        return getMessage() + "; see that the site runs and is reachable";
    }
}

package org.gridtorrent.client.pages;

import java.io.IOException;

/** The pages refused; the status is HTTP's. */
public final class PagesException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    PagesException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }
}

package org.gridtorrent.e2e.process;

/** Something is not as it was promised; the message is a sentence for the person who watches. */
public final class CheckFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CheckFailure(String message) {
        super(message);
    }

    public CheckFailure(String message, Throwable cause) {
        super(message, cause);
    }
}

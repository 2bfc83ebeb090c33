package org.gridtorrent.e2e.process;

/** Something is not as it was promised; the message is a sentence for the person who watches. */
public final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Wrong(String message) {
        super(message);
    }

    public Wrong(String message, Throwable cause) {
        super(message, cause);
    }
}

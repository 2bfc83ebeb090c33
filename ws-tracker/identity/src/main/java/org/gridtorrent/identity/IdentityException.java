package org.gridtorrent.identity;

/** A certificate, request, ticket or code is malformed, forged, foreign or too old. */
public final class IdentityException extends Exception {
    private static final long serialVersionUID = 1L;

    public IdentityException(String message) {
        super(message);
    }

    public IdentityException(String message, Throwable cause) {
        super(message, cause);
    }
}

package org.gridtorrent.ccm.web;

/** Ends a request with an error page, or with an error's JSON under /api. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final String message;

    private Refusal(int status, String message) {
        // Expected and frequent: a stack trace would tell nothing and cost much.
        super(message, null, false, false);
        this.status = status;
        this.message = message;
    }

    public int status() {
        return status;
    }

    /** Never null; empty when the status says it all. */
    @Override
    public String getMessage() {
        return message;
    }

    /** A refusal with one sentence for the person who asked, or an empty one. */
    public static Refusal of(int status, String message) {
        return new Refusal(status, message);
    }

    public static Refusal badRequest(String message) {
        return new Refusal(400, message);
    }

    /** For what is unknown and for what one may not see: the two look the same. */
    public static Refusal notFound() {
        return new Refusal(404, "");
    }
}

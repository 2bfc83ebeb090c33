package org.gridtorrent.ccm.http;

import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.catalog.refusal.CatalogException;

/** Ends a request with an error page, or with an error's JSON under /api. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int BUSY = 503;
    private static final Duration BUSY_FOR = Duration.ofSeconds(5);

    private final int status;
    private final String message;
    private final boolean mendedByLogin;

    private Refusal(int status, String message) {
        this(status, message, false);
    }

    private Refusal(int status, String message, boolean mendedByLogin) {
        // Expected and frequent: a stack trace would tell nothing and cost much.
        super(message, null, false, false);
        this.status = status;
        this.message = message;
        this.mendedByLogin = mendedByLogin;
    }

    public int status() {
        return status;
    }

    /** Whether whoever asked was logged in before, and has to be again. */
    boolean mendedByLogin() {
        return mendedByLogin;
    }

    /** When to come again, of what is refused only now. */
    public Optional<Duration> retryAfter() {
        return status == BUSY ? Optional.of(BUSY_FOR) : Optional.empty();
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

    /** What the catalog's rules refuse. */
    public static Refusal of(CatalogException refused) {
        return new Refusal(switch (refused.reason()) {
            case CONFLICT -> 409;
            case LAST_COPY -> 412;
            case INVALID, FENCED -> 400;
            case BUSY -> BUSY;
        }, refused.getMessage());
    }

    public static Refusal badRequest(String message) {
        return new Refusal(400, message);
    }

    /** For a form that came after its session was over. */
    static Refusal sessionOver() {
        return new Refusal(403, "", true);
    }

    /** For what is unknown and for what one may not see: the two look the same. */
    public static Refusal notFound() {
        return new Refusal(404, "");
    }
}

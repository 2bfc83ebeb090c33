package org.gridtorrent.catalog;

/** A refusal by the catalog's rules; its message is a sentence that a person may read. */
public final class CatalogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * INVALID: the request itself is wrong. CONFLICT: it contradicts what is recorded. FENCED: it
     * comes from a daemon, or an attempt, that another has taken the place of. LAST_COPY: nobody else
     * would have the content then; it is done when it is forced. BUSY: too many ask for it at once.
     */
    public enum Reason {
        INVALID, CONFLICT, FENCED, LAST_COPY, BUSY
    }

    private final Reason reason;
    private final String message;

    private CatalogException(Reason reason, String message) {
        super(message);
        this.reason = reason;
        this.message = message;
    }

    static CatalogException invalid(String message) {
        return new CatalogException(Reason.INVALID, message);
    }

    static CatalogException conflict(String message) {
        return new CatalogException(Reason.CONFLICT, message);
    }

    static CatalogException fenced(String message) {
        return new CatalogException(Reason.FENCED, message);
    }

    static CatalogException lastCopy(String message) {
        return new CatalogException(Reason.LAST_COPY, message);
    }

    static CatalogException busy(String message) {
        return new CatalogException(Reason.BUSY, message);
    }

    public Reason reason() {
        return reason;
    }

    /** Never null, unlike that of exceptions in general. */
    @Override
    public String getMessage() {
        return message;
    }
}

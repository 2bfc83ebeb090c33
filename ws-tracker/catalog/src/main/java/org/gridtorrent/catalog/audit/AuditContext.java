package org.gridtorrent.catalog.audit;

import java.util.Optional;

/**
 * Whose errand a thread is on: by which way it came, from where, in whose name. What the catalog notes
 * while {@link #run} lasts says so. Belongs to one thread.
 */
public final class AuditContext {
    private static final ScopedValue<AuditContext> CURRENT = ScopedValue.newInstance();

    private final AuditChannel way;
    private final String origin;
    private String accountId = "";
    private String token = "";

    /** @param origin the address; empty when there is none */
    public AuditContext(AuditChannel way, String origin) {
        this.way = way;
        this.origin = origin;
    }

    /** Something to be done. */
    @FunctionalInterface
    public interface Work<X extends Exception> {
        void run() throws X;
    }

    public <X extends Exception> void run(Work<X> work) throws X {
        ScopedValue.where(CURRENT, this).<Boolean, X>call(() -> {
            work.run();
            return true;
        });
    }

    /**
     * It is found out in whose name this thread works.
     *
     * @param token by which; empty without one
     */
    public static void inNameOf(String accountId, String token) {
        current().ifPresent(errand -> {
            errand.accountId = accountId;
            errand.token = token;
        });
    }

    public static Optional<AuditContext> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    public AuditChannel way() {
        return way;
    }

    public String origin() {
        return origin;
    }

    public String accountId() {
        return accountId;
    }

    public String token() {
        return token;
    }
}

package org.gridtorrent.tracker.soap;

import java.time.Duration;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.contract.Fault;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.TrackerFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The contract's faults, each with a plain sentence. */
final class Faults {
    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    private Faults() {}

    /** An operation's work, which may refuse by a fault or by the catalog's rules. */
    interface Work<T> {
        T run() throws TrackerFault;
    }

    /** Runs it and lets nothing but a TrackerFault out; what was not foreseen is logged here. */
    static <T> T guard(Work<T> work) throws TrackerFault {
        try {
            return work.run();
        } catch (CatalogException e) {
            throw switch (e.reason()) {
                case INVALID -> invalid(String.valueOf(e.getMessage()));
                case CONFLICT, LAST_COPY ->
                    of(FaultCode.CONFLICT, String.valueOf(e.getMessage()));
                case FENCED -> of(FaultCode.FENCED, e.getMessage());
                case BUSY -> failed();
            };
        } catch (DatabaseException away) {
            LOG.warn("a request failed: {}", away.getMessage());
            throw failed();
        } catch (RuntimeException e) {
            LOG.error("a request failed", e);
            throw failed();
        }
    }

    static TrackerFault notEnrolled() {
        return of(FaultCode.NOT_ENROLLED, "This device is not enrolled at this site, or its"
                + " certificate is over or withdrawn. Enrol it with a new code.");
    }

    /** One answer for what does not exist and for what the caller may not know of. */
    static TrackerFault notFound(String what) {
        return of(FaultCode.NOT_FOUND, "There is no such " + what + ", or it is not for you.");
    }

    static TrackerFault invalid(String message) {
        return of(FaultCode.INVALID, message);
    }

    /** Of a tracker that has too much to do. */
    static BusyFault busy(Duration retryAfter) {
        return busy("The tracker has too much to do.", retryAfter);
    }

    /** A mistake of this server's, or of what it needs. */
    static BusyFault failed() {
        return busy("The tracker could not do this now.", AFTER_FAILURE);
    }

    private static BusyFault busy(String why, Duration retryAfter) {
        String message = why + " Try again in " + retryAfter.toSeconds() + " s.";
        return new BusyFault(message, info(FaultCode.BUSY, message), retryAfter);
    }

    static TrackerFault codeRefused() {
        return of(FaultCode.CODE_REFUSED, "The enrolment code is unknown, used or too old."
                + " Ask for a new one on the site's page \"Machines\".");
    }

    private static TrackerFault of(FaultCode code, String message) {
        return new TrackerFault(message, info(code, message));
    }

    private static Fault info(FaultCode code, String message) {
        var fault = new Fault();
        fault.setCode(code);
        fault.setMessage(message);
        return fault;
    }
}

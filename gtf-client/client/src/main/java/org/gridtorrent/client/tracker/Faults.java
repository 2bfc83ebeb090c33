package org.gridtorrent.client.tracker;

import jakarta.xml.ws.WebServiceException;
import org.gridtorrent.client.tracker.TrackerException.Reason;
import org.gridtorrent.contract.TrackerFault;

/** Turns what SOAP throws into {@link TrackerException}. */
final class Faults {
    /** One call of an operation. */
    interface Call<T> {
        T run() throws TrackerFault;
    }

    private Faults() {}

    static <T> T mapped(String operation, Call<T> call) throws TrackerException {
        try {
            return call.run();
        } catch (TrackerFault e) {
            Reason reason = Reason.valueOf(e.getFaultInfo().getCode().name());
            throw new TrackerException(reason, e.getFaultInfo().getMessage(), e);
        } catch (WebServiceException e) {
            throw new TrackerException(Reason.UNREACHABLE, operation + ": " + root(e), e);
        }
    }

    private static String root(Throwable e) {
        Throwable root = e;
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        String message = root.getMessage();
        return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
    }
}

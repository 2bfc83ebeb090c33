package org.gridtorrent.client.tracker.call;

import jakarta.xml.ws.WebServiceException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cxf.binding.soap.SoapFault;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.mdtp.http.WebTls;

/** Makes a {@link TrackerException} of what SOAP throws. */
public final class SoapFaults {
    /** One call of an operation. */
    public interface Call<T> {
        T run() throws TrackerFault;
    }

    private static final String OTHER_SITE = "the tracker's address shows the certificate of another"
            + " site; see that the address is right, and if the site was set up anew, enrol again";

    private SoapFaults() {}

    public static <T> T mapped(String operation, Call<T> call) throws TrackerException {
        AtomicReference<Duration> retryAfter = new AtomicReference<>(Duration.ZERO);
        try {
            return ScopedValue.where(RetryAfter.HEARD, retryAfter).call(call::run);
        } catch (TrackerFault e) {
            Reason reason = Reason.valueOf(e.getFaultInfo().getCode().name());
            throw new TrackerException(reason, e.getFaultInfo().getMessage(), retryAfter.get(), e);
        } catch (WebServiceException e) {
            if (WebTls.failure(e).equals(Optional.of(Code.UNKNOWN_AUTHORITY))) {
                throw new TrackerException(Reason.OTHER_SITE, OTHER_SITE, e);
            }
            throw new TrackerException(isOurs(e) ? Reason.INVALID : Reason.UNREACHABLE,
                    operation + ": " + why(e), e);
        } catch (RuntimeException e) {
            // Something missing in the answer; the caller's thread has to live on all the same.
            throw new TrackerException(Reason.UNREACHABLE,
                    operation + ": an answer that is not understood", e);
        }
    }

    /** The first trackers had no fault of the contract for requests that they did not know, only SOAP's. */
    private static boolean isOurs(WebServiceException e) {
        return e.getCause() instanceof SoapFault fault
                && fault.getFaultCode().getLocalPart().equals("Client");
    }

    /** The innermost cause in words; one that interrupted the thread does so again. */
    private static String why(Throwable e) {
        String why = e.getClass().getSimpleName();
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                return "interrupted";
            }
            if (cause instanceof ConnectException) {
                return "no connection can be made";
            }
            String message = cause.getMessage();
            why = message == null || message.isBlank()
                    ? cause.getClass().getSimpleName()
                    : message;
        }
        return why;
    }
}

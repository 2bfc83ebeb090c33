package org.gridtorrent.client.tracker.call;

import java.util.concurrent.Semaphore;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;

/**
 * Lets so many calls at once go to the tracker, the others in their turn: a device with hundreds of
 * contents is to be no crowd by itself, and the tracker takes only so many of one. Thread-safe.
 */
public final class CallLimiter {
    private final Semaphore free;

    public CallLimiter(int most) {
        free = new Semaphore(most, true);
    }

    public <T> T call(String operation, SoapFaults.Call<T> call) throws TrackerException {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TrackerException(Reason.UNREACHABLE, operation + ": interrupted", e);
        }
        try {
            return SoapFaults.mapped(operation, call);
        } finally {
            free.release();
        }
    }
}

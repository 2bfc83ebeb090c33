package org.gridtorrent.client.tracker;

import java.util.concurrent.Semaphore;
import org.gridtorrent.client.tracker.TrackerException.Reason;

/**
 * Lets so many calls at once go to the tracker, the others in their turn: a device with hundreds of
 * contents is to be no crowd by itself, and the tracker takes only so many of one. Thread-safe.
 */
final class Turns {
    private final Semaphore free;

    Turns(int most) {
        free = new Semaphore(most, true);
    }

    <T> T call(String operation, Faults.Call<T> call) throws TrackerException {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TrackerException(Reason.UNREACHABLE, operation + ": interrupted", e);
        }
        try {
            return Faults.mapped(operation, call);
        } finally {
            free.release();
        }
    }
}

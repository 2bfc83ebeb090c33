package org.gridtorrent.mdtp;

import java.time.Duration;
import java.util.List;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeScheduler;

/**
 * Scheduler for one replica that serves no ranges: it asks for the whole file, from the beginning each time.
 *
 * <p>Confined to one thread.
 */
final class WholeFileScheduler implements RangeScheduler {
    private static final ByteRange WHOLE = new ByteRange(0, Long.MAX_VALUE);

    private int requests;
    private long nextRequestNs;
    private boolean isOpen;
    private boolean isComplete;

    @Override
    public List<Action> start(long nowNs) {
        nextRequestNs = nowNs;
        return tick(nowNs);
    }

    @Override
    public List<Action> tick(long nowNs) {
        if (isOpen || isComplete || nowNs - nextRequestNs < 0) {
            return List.of();
        }
        isOpen = true;
        return List.of(new Action.Send(requests++, 0, WHOLE));
    }

    @Override
    public List<Action> handle(Event event, long nowNs) {
        switch (event) {
            case Event.RequestCompleted _ -> isComplete = true;
            case Event.Busy busy -> askAgain(busy.retryAfter(), nowNs);
            case Event.RequestFailed failed -> {
                if (!failed.retryAfter().equals(Event.RequestFailed.FOREVER)) {
                    askAgain(failed.retryAfter(), nowNs);
                }
            }
            default -> {
                // it goes on
            }
        }
        return List.of();
    }

    private void askAgain(Duration pause, long nowNs) {
        isOpen = false;
        nextRequestNs = nowNs + pause.toNanos();
    }

    @Override
    public boolean isComplete() {
        return isComplete;
    }
}

package org.gridtorrent.mdtp.schedule;

import java.time.Duration;
import java.util.List;

/**
 * Decides which replica is asked for which bytes of one file.
 *
 * <p>Pure: one thread, no I/O, the clock is passed in. Each call returns what the caller has to do, in
 * order. Replicas are numbered from zero. The caller reports what each request brings, and calls {@link
 * #tick} every {@link #TICK}. Events of a request that is over are ignored, but for {@link
 * Event.BytesRejected} and a {@link Event.RequestFailed} for ever.
 */
public interface RangeScheduler {

    /** Time between two calls of {@link #tick}. */
    Duration TICK = Duration.ofMillis(100);

    /** Begins: returns the first request of each replica. */
    List<Action> start(long nowNs);

    List<Action> handle(Event event, long nowNs);

    List<Action> tick(long nowNs);

    /** Whether every byte of the file has arrived. */
    boolean isComplete();

    /** What a request brought. */
    sealed interface Event {

        int request();

        /**
         * The response's header arrived and the replica serves the range.
         *
         * @param fileLength length of the whole file, as the replica says. The first one that is reported
         *     counts; a caller fails requests whose replica says otherwise.
         */
        record ResponseStarted(int request, long fileLength) implements Event {}

        /** The next {@code count} bytes of the range arrived and are kept. */
        record BytesReceived(int request, int count) implements Event {}

        /** The response ended: the whole range, up to the last {@link Action.Shorten}, arrived. */
        record RequestCompleted(int request) implements Event {}

        /**
         * The range begins behind the file's end (416 with the file's length).
         *
         * @param fileLength length of the whole file
         */
        record RangeUnsatisfiable(int request, long fileLength) implements Event {}

        /**
         * The request failed or broke off; bytes that were reported before stay.
         *
         * <p>Reported of a request that is over, it says that the replica is not asked again ({@code
         * FOREVER}); requests that are open go on.
         *
         * @param retryAfter how long the replica is left alone, a day at most; {@code FOREVER} if it is
         *     not asked again
         */
        record RequestFailed(int request, Duration retryAfter) implements Event {

            public static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
        }

        /**
         * The replica serves nobody more at the moment; the request brought nothing. It is good all the
         * same, and is asked for ranges as long as before.
         *
         * @param retryAfter how long the replica is left alone, a day at most
         */
        record Busy(int request, Duration retryAfter) implements Event {}

        /**
         * The replica refuses as many connections at once; the request brought nothing.
         *
         * @param connections how many it is known to accept, at least one
         */
        record TooManyConnections(int request, int connections) implements Event {}

        /**
         * Bytes that had arrived were found to be false, and are needed again.
         *
         * @param requests one of each replica that is not to bring them, if another one can
         */
        record BytesRejected(List<Integer> requests, ByteRange range) implements Event {

            public BytesRejected {
                requests = List.copyOf(requests);
            }

            /** Bytes that the replica of one request is not to bring. */
            public BytesRejected(int request, ByteRange range) {
                this(List.of(request), range);
            }

            @Override
            public int request() {
                return requests.getFirst();
            }
        }
    }

    /** What the caller has to do. */
    sealed interface Action {

        int request();

        /** Asks a replica for a range. Request numbers are never used twice. */
        record Send(int request, int replica, ByteRange range) implements Action {}

        /**
         * Ends a request's range earlier: bytes from {@code end} on are not wanted any more.
         *
         * <p>Bytes up to there are. An end that the file's end sets costs nothing; any other one costs the
         * connection of an HTTP/1.1 response.
         */
        record Shorten(int request, long end) implements Action {}

        /** Gives a request up; no event of it is reported any more. */
        record Cancel(int request) implements Action {}
    }
}

package org.gridtorrent.tracker.limit;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes a connection whose next request's header is not complete in time, or whose request's body is
 * not. An idle timeout begins again with each byte, so that a byte now and then holds a connection for
 * ever. Answers have no deadline. Thread-safe.
 */
public final class RequestDeadlines implements Connection.Listener, HttpConfiguration.Customizer {
    private static final Scheduler.Task NONE = () -> false;

    private final Scheduler scheduler;
    private final Duration header;
    private final Duration body;
    /** Of each HTTP connection that is open, the deadline that runs, or none. */
    private final Map<Connection, Scheduler.Task> deadlines = new ConcurrentHashMap<>();

    /**
     * @param header from the connection's beginning, or the last answer's end, to a header's end
     * @param body from the header's end to the body's
     */
    public RequestDeadlines(Scheduler scheduler, Duration header, Duration body) {
        this.scheduler = scheduler;
        this.header = header;
        this.body = body;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof ConnectionMetaData) {
            deadlines.put(connection, NONE);
            begin(connection, header);
        }
    }

    @Override
    public void onClosed(Connection connection) {
        Scheduler.Task last = deadlines.remove(connection);
        if (last != null) {
            last.cancel();
        }
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable answered) {
        Connection connection = request.getConnectionMetaData().getConnection();
        if (request.getLength() > 0
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            begin(connection, body);
        } else {
            end(connection);
        }
        request.addHttpStreamWrapper(stream -> new TimedStream(stream, connection));
        return request;
    }

    private void begin(Connection connection, Duration time) {
        replace(connection, () -> scheduler.schedule(connection.getEndPoint()::close,
                time.toMillis(), TimeUnit.MILLISECONDS));
    }

    private void end(Connection connection) {
        replace(connection, () -> NONE);
    }

    private void replace(Connection connection, Supplier<Scheduler.Task> next) {
        deadlines.computeIfPresent(connection, (_, last) -> {
            last.cancel();
            return next.get();
        });
    }

    /** Tells of the body's end, and of the answer's. */
    private final class TimedStream extends HttpStream.Wrapper {
        private final Connection connection;

        TimedStream(HttpStream stream, Connection connection) {
            super(stream);
            this.connection = connection;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null && chunk.isLast()) {
                end(connection);
            }
            return chunk;
        }

        @Override
        public void succeeded() {
            begin(connection, header);
            super.succeeded();
        }
    }
}

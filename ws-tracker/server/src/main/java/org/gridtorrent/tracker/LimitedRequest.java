package org.gridtorrent.tracker;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import org.gridtorrent.tracker.limit.LongBodies;
import org.gridtorrent.tracker.limit.OverloadException;

/**
 * A request whose body breaks off with an error after so many bytes, announced or not, or where there
 * is no room for a long one. Its room is kept until it is closed.
 */
final class LimitedRequest extends HttpServletRequestWrapper implements AutoCloseable {
    private final long most;
    private final LongBodies longBodies;
    private final String caller;
    private long read;
    private boolean hasRoom;

    LimitedRequest(HttpServletRequest request, long most, LongBodies longBodies, String caller) {
        super(request);
        this.most = most;
        this.longBodies = longBodies;
        this.caller = caller;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        return new LimitedInput(super.getInputStream());
    }

    private void count(int bytes) throws IOException {
        read += bytes;
        if (read > most) {
            throw new IOException("the request is longer than it may be");
        }
        if (read > LongBodies.LONG && !hasRoom) {
            try {
                longBodies.enter(caller);
            } catch (OverloadException e) {
                throw new IOException(e);
            }
            hasRoom = true;
        }
    }

    @Override
    public void close() {
        if (hasRoom) {
            longBodies.leave(caller);
        }
    }

    private final class LimitedInput extends ServletInputStream {
        private final ServletInputStream in;

        LimitedInput(ServletInputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int result = in.read();
            count(result < 0 ? 0 : 1);
            return result;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int result = in.read(bytes, offset, length);
            count(Math.max(result, 0));
            return result;
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }
    }
}

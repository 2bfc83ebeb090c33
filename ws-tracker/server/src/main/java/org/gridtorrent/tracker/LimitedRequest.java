package org.gridtorrent.tracker;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;

/** A request whose body breaks off with an error after so many bytes, announced or not. */
final class LimitedRequest extends HttpServletRequestWrapper {
    private final long most;

    LimitedRequest(HttpServletRequest request, long most) {
        super(request);
        this.most = most;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        return new LimitedInput(super.getInputStream(), most);
    }

    private static final class LimitedInput extends ServletInputStream {
        private final ServletInputStream in;
        private long left;

        LimitedInput(ServletInputStream in, long most) {
            this.in = in;
            this.left = most;
        }

        @Override
        public int read() throws IOException {
            return count(in.read(), 1);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            return count(read, read);
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

        private int count(int result, int bytes) throws IOException {
            if (result < 0) {
                return result;
            }
            left -= bytes;
            if (left < 0) {
                throw new IOException("the request is longer than it may be");
            }
            return result;
        }
    }
}

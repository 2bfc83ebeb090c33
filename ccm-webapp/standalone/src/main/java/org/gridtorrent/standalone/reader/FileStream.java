package org.gridtorrent.standalone.reader;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Objects;
import org.gridtorrent.ccm.files.FileSource.NotNow;
import org.gridtorrent.ccm.files.FileSource.Reason;
import org.jspecify.annotations.Nullable;

/** A file as it comes, from one sitting after the other when it is larger than what is kept. For one thread. */
final class FileStream extends InputStream {
    private final Sittings sittings;
    private final String personId;
    private final String path;
    private final long to;
    private final Runnable closing;
    private long position;
    private boolean closed;
    private @Nullable Sitting sitting;
    private @Nullable InputStream in;

    /** Who reads what: opens the sitting that his rights give him. */
    @FunctionalInterface
    interface Sittings {
        Sitting enter() throws IOException;
    }

    FileStream(Sittings sittings, String personId, String path, long from, long to,
            Runnable closing) {
        this.sittings = sittings;
        this.personId = personId;
        this.path = path;
        this.position = from;
        this.to = to;
        this.closing = closing;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (position >= to) {
            return -1;
        }
        while (true) {
            Sitting now = enter();
            try {
                int read = Objects.requireNonNull(in).read(into, offset, length);
                position += Math.max(0, read);
                return read;
            } catch (SocketTimeoutException e) {
                throw unreachable(e);
            } catch (IOException e) {
                leave();
                if (!now.ended()) {
                    throw e;
                }
            }
        }
    }

    private static NotNow unreachable(IOException cause) {
        NotNow unreachable = new NotNow(Reason.UNREACHABLE, "nobody sends it");
        unreachable.initCause(cause);
        return unreachable;
    }

    private Sitting enter() throws IOException {
        Sitting now = sitting;
        if (now == null) {
            now = sittings.enter();
            sitting = now;
            in = now.reader(path, position, to);
        }
        return now;
    }

    private void leave() throws IOException {
        Sitting now = sitting;
        sitting = null;
        if (in != null) {
            in.close();
            in = null;
        }
        if (now != null) {
            now.leave(personId);
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try {
                leave();
            } finally {
                closing.run();
            }
        }
    }
}

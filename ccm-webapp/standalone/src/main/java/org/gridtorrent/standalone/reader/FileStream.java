package org.gridtorrent.standalone.reader;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gridtorrent.ccm.site.FileSource.NotNow;
import org.gridtorrent.ccm.site.FileSource.Reason;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.jspecify.annotations.Nullable;

/**
 * A file as it comes, from one sitting after the other when it is larger than what is kept. For one thread,
 * but for {@link #endIfUntaken}.
 */
final class FileStream extends InputStream {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Sittings sittings;
    private final String personId;
    private final String path;
    private final long to;
    private final Consumer<FileStream> closing;
    private long position;
    private State state = State.RESTING;
    private long restingSinceNs = System.nanoTime();
    private @Nullable Sitting sitting;
    private @Nullable InputStream in;

    private enum State {
        /** Whoever reads is busy with what was read. */
        RESTING,
        READING,
        ENDED
    }

    /** Who reads what: opens the sitting that his rights give him. */
    @FunctionalInterface
    interface Sittings {
        Sitting enter() throws IOException;
    }

    FileStream(Sittings sittings, String personId, String path, long from, long to,
            Consumer<FileStream> closing) {
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
        beginReading();
        try {
            int read = readPatiently(into, offset, length);
            position += Math.max(0, read);
            return read;
        } finally {
            rest();
        }
    }

    private synchronized void beginReading() throws IOException {
        if (state == State.ENDED) {
            throw new IOException("nothing was taken for too long: another has the turn");
        }
        state = State.READING;
    }

    private synchronized void rest() {
        state = State.RESTING;
        restingSinceNs = System.nanoTime();
    }

    private int readPatiently(byte[] into, int offset, int length) throws IOException {
        long beganNs = System.nanoTime();
        while (true) {
            Sitting now = enter();
            try {
                return Objects.requireNonNull(in).read(into, offset, length);
            } catch (SocketTimeoutException e) {
                if (now.isDiskFull()) {
                    throw notNow(Reason.NO_ROOM, e);
                }
                if (System.nanoTime() - beganNs > PATIENCE.toNanos()) {
                    throw notNow(Reason.UNREACHABLE, e);
                }
            } catch (IOException e) {
                leave();
                if (isOfFullDisk(e)) {
                    throw notNow(Reason.NO_ROOM, e);
                }
                if (!now.ended()) {
                    throw e;
                }
            }
        }
    }

    private static boolean isOfFullDisk(IOException failure) {
        return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(DiskFullException.class::isInstance);
    }

    private static NotNow notNow(Reason reason, IOException cause) {
        NotNow notNow = new NotNow(reason, String.valueOf(cause.getMessage()));
        notNow.initCause(cause);
        return notNow;
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

    /** Since when nobody has asked for more, of {@link System#nanoTime}; the end of time while it is read. */
    synchronized long restingSinceNs() {
        return state == State.RESTING ? restingSinceNs : Long.MAX_VALUE;
    }

    /** Gives the turn back when nobody has asked for more for so long; for any thread. */
    synchronized void endIfUntaken(Duration longest) throws IOException {
        if (state == State.RESTING
                && System.nanoTime() - restingSinceNs > longest.toNanos()) {
            close();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (state != State.ENDED) {
            state = State.ENDED;
            try {
                leave();
            } finally {
                closing.accept(this);
            }
        }
    }
}

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
 * Bytes of a file as they arrive, through several sessions in turn if it is larger than the disk space for reads. For
 * one thread, but for {@link #endIfUntaken}.
 */
final class FileStream extends InputStream {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ReadSessions sessions;
    private final String personId;
    private final String path;
    private final long to;
    private final Consumer<FileStream> closing;
    private long position;
    private State state = State.RESTING;
    private long restingSinceNs = System.nanoTime();
    private @Nullable ReadSession session;
    private @Nullable InputStream in;

    private enum State {
        /** Whoever reads is busy with what was read. */
        RESTING,
        READING,
        ENDED
    }

    /** Opens a session with the rights of the user who reads. */
    @FunctionalInterface
    interface ReadSessions {
        ReadSession enter() throws IOException;
    }

    FileStream(ReadSessions sessions, String personId, String path, long from, long to,
            Consumer<FileStream> closing) {
        this.sessions = sessions;
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
            ReadSession now = enter();
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

    private ReadSession enter() throws IOException {
        ReadSession now = session;
        if (now == null) {
            now = sessions.enter();
            session = now;
            in = now.reader(path, position, to);
        }
        return now;
    }

    private void leave() throws IOException {
        ReadSession now = session;
        session = null;
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

package org.gridtorrent.client.security;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.gridtorrent.engine.memory.BufferPool;

/**
 * TLS over the streams of another socket, by an {@link SSLEngine}.
 *
 * <p>Several records are read from the socket and written to it at a time; an {@code SSLSocket} reads each
 * one in two parts and writes it alone. Records are decrypted into the reader's array where that has room.
 * One thread may read while another writes, and both end when the socket is closed. A key update is answered
 * before the next data (RFC 8446, 4.6.3), by the thread that writes them. An end of the stream without
 * TLS's own (close_notify) counts as its end.
 */
final class TlsStreams {
    /** Length of a busy connection's buffer; one that waits has room for one record. */
    private static final int BUSY_LENGTH = 64 * 1024;
    /** Short reads after which a connection counts as waiting. */
    private static final int QUIET_READS = 4;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final InputStream in;
    private final OutputStream out;
    private final RecordInput input;
    private final RecordOutput output;

    /** @param readAhead bytes of the stream that were read from it already */
    TlsStreams(SSLEngine engine, InputStream in, OutputStream out, byte... readAhead) {
        this.engine = engine;
        this.in = in;
        this.out = out;
        input = new RecordInput(readAhead);
        output = new RecordOutput();
    }

    InputStream input() {
        return input;
    }

    OutputStream output() {
        return output;
    }

    SSLSession session() {
        return engine.getSession();
    }

    /** Completes the handshake; the peer is told why it failed. */
    void handshake() throws IOException {
        try {
            engine.beginHandshake();
            while (step(engine.getHandshakeStatus())) {
                // the next one
            }
        } catch (SSLException e) {
            tellFailure();
            throw e;
        }
    }

    /** Whether more of the handshake follows. */
    private boolean step(HandshakeStatus status) throws IOException {
        switch (status) {
            case NEED_TASK -> runTasks();
            case NEED_WRAP -> output.writeRecords(NOTHING);
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> input.readHandshake();
            case NOT_HANDSHAKING, FINISHED -> {
                return false;
            }
        }
        return true;
    }

    private void tellFailure() {
        try {
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
                    && !engine.isOutboundDone()) {
                output.writeRecords(NOTHING);
            }
        } catch (IOException e) {
            // the first failure counts
        }
    }

    /** Tells the peer that nothing follows. */
    void closeOutput() throws IOException {
        engine.closeOutbound();
        while (!engine.isOutboundDone()) {
            output.writeRecords(NOTHING);
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine
                .getDelegatedTask()) {
            task.run();
        }
    }

    private void runTasks(SSLEngineResult result) {
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            runTasks();
        }
    }

    /** Reads records; for one thread. */
    private final class RecordInput extends InputStream {
        private byte[] records = new byte[engine.getSession().getPacketBufferSize()];
        private int start;
        private int end;
        private int quietReads;
        /** Content of a record that was longer than the reader's array. */
        private ByteBuffer rest = NOTHING;
        private boolean isEnded;

        RecordInput(byte[] readAhead) {
            System.arraycopy(readAhead, 0, records, 0, readAhead.length);
            end = readAhead.length;
        }

        void readHandshake() throws IOException {
            if (unwrap(NOTHING) == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
                fill();
            }
            if (isEnded) {
                throw new EOFException("the connection was closed during the TLS handshake");
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        /** Returns what of the records that have arrived finds room; blocks while that is nothing. */
        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, target.length);
            if (length == 0) {
                return 0;
            }
            ByteBuffer into = ByteBuffer.wrap(target, offset, length);
            takeRest(into);
            while (into.position() == offset && !isEnded) {
                unwrapAll(into);
                if (into.position() == offset && !isEnded) {
                    fill();
                }
            }
            return into.position() == offset ? -1 : into.position() - offset;
        }

        private void takeRest(ByteBuffer into) {
            int count = Math.min(rest.remaining(), into.remaining());
            into.put(into.position(), rest, rest.position(), count);
            into.position(into.position() + count);
            rest.position(rest.position() + count);
            if (!rest.hasRemaining()) {
                rest = NOTHING;
            }
        }

        private void unwrapAll(ByteBuffer into) throws IOException {
            boolean more = true;
            while (more) {
                more = switch (unwrap(into)) {
                    case OK -> into.hasRemaining();
                    // Of a message of TLS itself nothing is left then: more may follow it.
                    case BUFFER_OVERFLOW -> unwrapApart(into) && into.hasRemaining();
                    case BUFFER_UNDERFLOW, CLOSED -> false;
                };
            }
        }

        /** Returns whether the record had arrived whole. */
        private boolean unwrapApart(ByteBuffer into) throws IOException {
            ByteBuffer apart = ByteBuffer
                    .allocate(engine.getSession().getApplicationBufferSize());
            boolean isWhole = unwrap(apart) == SSLEngineResult.Status.OK;
            rest = apart.flip();
            takeRest(into);
            return isWhole;
        }

        private SSLEngineResult.Status unwrap(ByteBuffer into) throws IOException {
            ByteBuffer from = ByteBuffer.wrap(records, start, end - start);
            SSLEngineResult result = engine.unwrap(from, into);
            start = from.position();
            runTasks(result);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                isEnded = true;
            }
            return result.getStatus();
        }

        private void fill() throws IOException {
            if (end == records.length && start == 0) {
                switchTo(BUSY_LENGTH);
            } else if (quietReads >= QUIET_READS && records.length == BUSY_LENGTH
                    && end - start < smallLength()) {
                switchTo(smallLength());
            } else if (start > 0) {
                System.arraycopy(records, start, records, 0, end - start);
                end -= start;
                start = 0;
            }
            int count = in.read(records, end, records.length - end);
            if (count < 0) {
                isEnded = true;
                return;
            }
            end += count;
            quietReads = count < smallLength() ? quietReads + 1 : 0;
            if (end == records.length && records.length < BUSY_LENGTH) {
                switchTo(BUSY_LENGTH);
            }
        }

        private int smallLength() {
            return engine.getSession().getPacketBufferSize();
        }

        private void switchTo(int length) {
            byte[] next = length == BUSY_LENGTH
                    ? BufferPool.SHARED.array(length)
                    : new byte[length];
            System.arraycopy(records, start, next, 0, end - start);
            BufferPool.SHARED.recycle(records);
            records = next;
            end -= start;
            start = 0;
        }
    }

    /** Writes records; for one thread. It holds no memory between two writes. */
    private final class RecordOutput extends OutputStream {
        @Override
        public void write(int octet) throws IOException {
            write(new byte[]{(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, source.length);
            if (length > 0) {
                writeRecords(ByteBuffer.wrap(source, offset, length));
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        /** Writes all of it; a message of TLS itself if there is nothing. */
        void writeRecords(ByteBuffer from) throws IOException {
            byte[] records = BufferPool.SHARED.array(BUSY_LENGTH);
            try {
                ByteBuffer into = ByteBuffer.wrap(records);
                do {
                    if (!wrap(from, into)) {
                        out.write(records, 0, into.position());
                        into.clear();
                    }
                } while (from.hasRemaining());
                out.write(records, 0, into.position());
            } finally {
                BufferPool.SHARED.recycle(records);
            }
        }

        /** Whether another record had room. */
        private boolean wrap(ByteBuffer from, ByteBuffer into) throws IOException {
            SSLEngineResult result = engine.wrap(from, into);
            runTasks(result);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED && from.hasRemaining()) {
                throw new SocketException("TLS is closed");
            }
            return result.getStatus() != SSLEngineResult.Status.BUFFER_OVERFLOW;
        }
    }
}

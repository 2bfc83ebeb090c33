package org.gridtorrent.ptcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Reads sub-packets from one stream and hands them to the merger; one virtual thread runs it. */
final class Receiver {
    private final Merger merger;
    private final BufferPool pool;
    private final SocketChannel channel;
    private final ByteBuffer header = ByteBuffer.allocateDirect(Frame.LENGTH);
    private long carried;
    private long last = -1;

    Receiver(Merger merger, BufferPool pool, SocketChannel channel) {
        this.merger = merger;
        this.pool = pool;
        this.channel = channel;
    }

    /** Runs until the peer says that this stream carries no more. */
    void run() throws IOException {
        while (true) {
            readHeader();
            Frame frame = Frame.decodeData(header.flip());
            header.clear();
            if (frame.type() == Frame.Type.FIN) {
                requireCount(frame.number());
                return;
            }
            if (frame.number() <= last) {
                throw new ProtocolException("sub-packet " + frame.number() + " after " + last);
            }
            last = frame.number();
            merger.offer(new SubPacket(last, readPayload(frame.length())));
            carried++;
        }
    }

    private void readHeader() throws IOException {
        while (header.hasRemaining()) {
            requireBytes(channel.read(header));
        }
    }

    /** Reads on into the next header with the same call: one system call a sub-packet, not two. */
    private ByteBuffer readPayload(int length) throws IOException {
        ByteBuffer payload = pool.take(length);
        ByteBuffer[] scattered = {payload, header};
        while (payload.hasRemaining()) {
            requireBytes(channel.read(scattered));
        }
        return payload.flip();
    }

    private void requireCount(long count) throws ProtocolException {
        if (count != carried) {
            throw new ProtocolException("stream carried " + carried + ", peer counted " + count);
        }
    }

    private static void requireBytes(long count) throws EOFException {
        if (count < 0) {
            throw new EOFException("cut without a FIN frame");
        }
    }
}

package org.gridtorrent.ptcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Takes sub-packets from the splitter whenever its stream is free; one virtual thread runs it. */
final class Sender {
    private final Splitter splitter;
    private final SocketChannel channel;
    private final ByteBuffer header = ByteBuffer.allocateDirect(Frame.LENGTH);
    private long carried;

    Sender(Splitter splitter, SocketChannel channel) {
        this.splitter = splitter;
        this.channel = channel;
    }

    /** Runs until the splitter has no more, then says so to the peer. */
    void run() throws IOException, InterruptedException {
        SubPacket packet;
        while ((packet = splitter.take()) != null) {
            send(packet);
            splitter.written(packet);
            carried++;
        }
        new Frame(Frame.Type.FIN, 0, carried).encode(header.clear());
        header.flip();
        while (header.hasRemaining()) {
            channel.write(header);
        }
        channel.shutdownOutput();
    }

    private void send(SubPacket packet) throws IOException {
        ByteBuffer payload = packet.payload();
        new Frame(Frame.Type.DATA, payload.remaining(), packet.number()).encode(header.clear());
        header.flip();
        ByteBuffer[] gathered = {header, payload};
        while (payload.hasRemaining()) {
            channel.write(gathered);
        }
    }
}

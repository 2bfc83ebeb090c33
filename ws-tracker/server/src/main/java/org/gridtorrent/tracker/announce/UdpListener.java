package org.gridtorrent.tracker.announce;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The UDP side's socket, and the one thread that reads it and answers. */
final class UdpListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UdpListener.class);
    /** What comes while the thread answers waits there; more is lost, and asked again. */
    private static final int BUFFER_LENGTH = 1 << 20;

    private final DatagramChannel channel;
    private final UdpAnnounces openSwarms;

    private UdpListener(DatagramChannel channel, UdpAnnounces openSwarms) {
        this.channel = channel;
        this.openSwarms = openSwarms;
    }

    static UdpListener bind(InetSocketAddress address, UdpAnnounces openSwarms) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_LENGTH);
            channel.bind(address);
            return new UdpListener(channel, openSwarms);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    void start() {
        Thread.ofPlatform().daemon().name("announce-udp").start(this::run);
    }

    private void run() {
        ByteBuffer datagram = ByteBuffer.allocateDirect(UdpRequest.LONGEST);
        while (channel.isOpen()) {
            try {
                var from = (InetSocketAddress) channel.receive(datagram.clear());
                if (from != null && from.getPort() != 0) {
                    openSwarms.answer(datagram.flip(), from, this::send);
                }
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException | RuntimeException e) {
                // One stranger's datagram; the next may be of another.
                LOG.debug("a datagram was not answered", e);
            }
        }
    }

    private void send(ByteBuffer answer, InetSocketAddress to) {
        try {
            channel.send(answer, to);
        } catch (IOException e) {
            LOG.debug("an answer was not sent: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("the socket did not close cleanly", e);
        }
    }
}

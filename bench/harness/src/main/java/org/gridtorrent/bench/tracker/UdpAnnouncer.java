package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Announces over UDP (BEP 15) for one client after another, from one address. Confined to one thread.
 *
 * <p>A datagram that is not answered is sent again.
 */
public final class UdpAnnouncer implements LoadGenerator.Caller, AutoCloseable {
    private static final long PROTOCOL = 0x41727101980L;
    private static final int CONNECT = 0;
    private static final int ANNOUNCE = 1;
    private static final int MAX_PACKET_BYTES = 2048;
    private static final int ANSWER_MS = 500;
    private static final int TRIES = 8;
    /** Below the minute for which a connection id is good. */
    private static final long CONNECTED_NS = 30_000_000_000L;

    private final DatagramSocket socket;
    private final List<StockClients.Client> clients;
    private final int peersWanted;
    private final ByteBuffer request = ByteBuffer.allocate(MAX_PACKET_BYTES);
    private final ByteBuffer answer = ByteBuffer.allocate(MAX_PACKET_BYTES);
    private long connectionId;
    private long connectedNs = System.nanoTime() - CONNECTED_NS;
    private int next;

    UdpAnnouncer(InetSocketAddress tracker, InetSocketAddress source,
            List<StockClients.Client> clients, int peersWanted) throws IOException {
        this.clients = clients;
        this.peersWanted = peersWanted;
        this.socket = new DatagramSocket(source);
        socket.connect(tracker);
        socket.setSoTimeout(ANSWER_MS);
    }

    @Override
    public void call(long number) throws IOException {
        if (System.nanoTime() - connectedNs >= CONNECTED_NS) {
            connect();
        }
        StockClients.Client client = clients.get(next++ % clients.size());
        request.clear().putLong(connectionId).putInt(ANNOUNCE).putInt(next)
                .put(client.infoHash()).put(client.peerId()).putLong(0).putLong(1).putLong(0)
                .putInt(0).putInt(0).putInt(client.port()).putInt(peersWanted)
                .putShort((short) client.port()).flip();
        ask(ANNOUNCE);
    }

    private void connect() throws IOException {
        request.clear().putLong(PROTOCOL).putInt(CONNECT).putInt(next).flip();
        ask(CONNECT);
        connectionId = answer.getLong();
        connectedNs = System.nanoTime();
    }

    /** Sends the request; the answer's position is after its header. */
    private void ask(int action) throws IOException {
        int transaction = request.getInt(Long.BYTES + Integer.BYTES);
        for (int i = 0; i < TRIES; i++) {
            socket.send(new DatagramPacket(request.array(), request.limit()));
            if (isAnswered(transaction)) {
                int answered = answer.getInt(0);
                if (answered != action) {
                    throw new IOException("an announce over UDP was answered by " + answered);
                }
                return;
            }
        }
        throw new IOException("an announce over UDP was not answered");
    }

    /** Passes over answers that come too late. */
    private boolean isAnswered(int transaction) throws IOException {
        try {
            do {
                DatagramPacket packet = new DatagramPacket(answer.array(), MAX_PACKET_BYTES);
                socket.receive(packet);
                answer.clear().limit(packet.getLength()).position(2 * Integer.BYTES);
            } while (answer.getInt(Integer.BYTES) != transaction);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}

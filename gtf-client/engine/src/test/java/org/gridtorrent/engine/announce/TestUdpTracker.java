package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * UDP tracker on loopback with working swarms, whose responses a test can replace.
 *
 * <p>It has a thread of its own until it is closed.
 */
@SuppressWarnings({"ByteBufferBackingArray", // all of them begin at their array's begin
    "this-escape"}) // nothing can be asked before its address is known
public class TestUdpTracker implements AutoCloseable {
    /** Received announces, in order. */
    public final List<Told> announces = new CopyOnWriteArrayList<>();
    public final AtomicInteger connects = new AtomicInteger();
    public final AtomicInteger scrapes = new AtomicInteger();
    private final Map<String, Map<InetSocketAddress, Long>> swarms = new LinkedHashMap<>();
    private final DatagramSocket socket;
    private final long connectionId = 0x0123456789ABCDEFL;

    /** One announce. */
    public record Told(String infoHash, int event, long left, int key, int port, String options) {}

    public TestUdpTracker(InetAddress address) throws IOException {
        this(address, 0);
    }

    public TestUdpTracker(InetAddress address, int port) throws IOException {
        socket = new DatagramSocket(new InetSocketAddress(address, port));
        Thread.ofPlatform().daemon().name("test-tracker").start(this::run);
    }

    public TestUdpTracker() throws IOException {
        this(InetAddress.ofLiteral("127.0.0.1"));
    }

    public URI uri() {
        String host = socket.getLocalAddress() instanceof Inet6Address ? "[::1]" : "127.0.0.1";
        return URI.create("udp://" + host + ":" + socket.getLocalPort() + "/announce");
    }

    public long told(int event) {
        return announces.stream().filter(told -> told.event() == event).count();
    }

    /** The datagrams to send as a response; to be overridden by tests. */
    protected List<ByteBuffer> instead(ByteBuffer request, ByteBuffer answer) {
        return List.of(answer);
    }

    protected void send(DatagramSocket from, ByteBuffer answer, InetSocketAddress to)
            throws IOException {
        from.send(new DatagramPacket(answer.array(), answer.remaining(), to));
    }

    private void run() {
        byte[] buffer = new byte[4096];
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                ByteBuffer request = ByteBuffer
                        .wrap(Arrays.copyOf(packet.getData(), packet.getLength()));
                var from = (InetSocketAddress) packet.getSocketAddress();
                for (ByteBuffer each : instead(request, answer(request, from))) {
                    send(socket, each, from);
                }
            } catch (IOException e) {
                // closed, or one answer that could not be sent
            }
        }
    }

    private ByteBuffer answer(ByteBuffer request, InetSocketAddress from) {
        int transaction = request.getInt(12);
        return switch (request.getInt(8)) {
            case 0 -> {
                connects.incrementAndGet();
                yield ByteBuffer.allocate(16).putInt(0).putInt(transaction)
                        .putLong(connectionId).flip();
            }
            case 1 -> announced(request, transaction, from);
            default -> scraped(request, transaction);
        };
    }

    private synchronized ByteBuffer announced(ByteBuffer request, int transaction,
            InetSocketAddress from) {
        String infoHash = hash(request, 16);
        int event = request.getInt(80);
        int port = Short.toUnsignedInt(request.getShort(96));
        announces.add(new Told(infoHash, event, request.getLong(64), request.getInt(88), port,
                new String(request.array(), 98, request.capacity() - 98,
                        java.nio.charset.StandardCharsets.ISO_8859_1)));
        var peers = swarms.computeIfAbsent(infoHash, _ -> new LinkedHashMap<>());
        var peer = new InetSocketAddress(from.getAddress(), port);
        if (event == 3) {
            peers.remove(peer);
        } else {
            peers.put(peer, request.getLong(64));
        }
        List<byte[]> others = new ArrayList<>();
        peers.keySet().stream().limit(Math.max(0, request.getInt(92)))
                .forEach(other -> others.add(packed(other)));
        ByteBuffer answer = ByteBuffer
                .allocate(20 + others.stream().mapToInt(bytes -> bytes.length).sum());
        answer.putInt(1).putInt(transaction).putInt(1800).putInt(leeches(peers))
                .putInt(peers.size() - leeches(peers));
        others.forEach(answer::put);
        return answer.flip();
    }

    private static int leeches(Map<InetSocketAddress, Long> peers) {
        return (int) peers.values().stream().filter(left -> left > 0).count();
    }

    private static byte[] packed(InetSocketAddress peer) {
        byte[] address = peer.getAddress().getAddress();
        return ByteBuffer.allocate(address.length + 2).put(address)
                .putShort((short) peer.getPort()).array();
    }

    private synchronized ByteBuffer scraped(ByteBuffer request, int transaction) {
        scrapes.incrementAndGet();
        ByteBuffer answer = ByteBuffer.allocate(8 + 12 * ((request.capacity() - 16) / 20));
        answer.putInt(2).putInt(transaction);
        for (int at = 16; at + 20 <= request.capacity(); at += 20) {
            var peers = swarms.getOrDefault(hash(request, at), Map.of());
            answer.putInt(peers.size() - leeches(peers)).putInt(7).putInt(leeches(peers));
        }
        return answer.flip();
    }

    private static String hash(ByteBuffer request, int at) {
        return java.util.HexFormat.of().formatHex(request.array(), at, at + 20);
    }

    @Override
    public void close() {
        socket.close();
    }
}

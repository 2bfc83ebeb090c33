package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Announces over HTTP (BEP 3) for one client after another, from one address. Confined to one platform
 * thread.
 */
public final class HttpAnnouncer implements LoadGenerator.Caller {
    private static final int MAX_ANSWER_BYTES = 8 * 1024;

    private final InetSocketAddress tracker;
    private final InetSocketAddress source;
    private final List<ByteBuffer> requests;
    private final ByteBuffer answer = ByteBuffer.allocateDirect(MAX_ANSWER_BYTES);
    private int next;

    HttpAnnouncer(InetSocketAddress tracker, InetSocketAddress source,
            List<ByteBuffer> requests) {
        this.tracker = tracker;
        this.source = source;
        this.requests = requests;
    }

    static ByteBuffer request(StockClients.Client client, int peersWanted) {
        StringBuilder text = new StringBuilder("GET /announce?info_hash=");
        for (byte one : client.infoHash()) {
            text.append('%').append(Character.forDigit((one >> 4) & 15, 16))
                    .append(Character.forDigit(one & 15, 16));
        }
        text.append("&peer_id=")
                .append(new String(client.peerId(), StandardCharsets.US_ASCII))
                .append("&port=").append(client.port())
                .append("&uploaded=0&downloaded=0&left=1&compact=1&numwant=").append(peersWanted)
                .append(" HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n")
                .append("Connection: close\r\n\r\n");
        byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    @Override
    public void call(long number) throws IOException {
        ByteBuffer request = requests.get(next++ % requests.size()).duplicate();
        try (SocketChannel channel = SocketChannel.open()) {
            // Its port may be one that an earlier connection left a minute ago or less.
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(source);
            channel.connect(tracker);
            while (request.hasRemaining()) {
                channel.write(request);
            }
            answer.clear();
            while (channel.read(answer) >= 0) {
                if (!answer.hasRemaining()) {
                    throw new IOException("an answer longer than " + MAX_ANSWER_BYTES + " bytes");
                }
            }
        }
        check();
    }

    private void check() throws IOException {
        String text = StandardCharsets.ISO_8859_1.decode(answer.flip()).toString();
        if (!text.startsWith("HTTP/1.1 200") || !text.contains("5:peers")) {
            throw new IOException("an announce over HTTP was answered '" + text + "'");
        }
    }
}

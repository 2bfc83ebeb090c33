package org.gridtorrent.engine.announce.udp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.metainfo.InfoHash;

/** Request to a UDP tracker, and its encoder (BEP 15). */
sealed interface UdpRequest {
    int CONNECT = 0;
    int ANNOUNCE = 1;
    int SCRAPE = 2;
    int ERROR = 3;
    /** With more info-hashes the datagram could be fragmented. */
    int MAX_SCRAPED = 70;

    ByteBuffer encode(long connectionId, int transaction);

    /** Whether the response is of the kind that answers this request. */
    boolean accepts(UdpResponse response);

    /** The request for a connection id. */
    static ByteBuffer connect(int transaction) {
        return ByteBuffer.allocate(16).putLong(0x41727101980L).putInt(CONNECT).putInt(transaction)
                .flip();
    }

    /**
     * An announce.
     *
     * @param pathAndQuery of the tracker's URI, appended as BEP 41's URLData: it may hold a passkey
     */
    record Announce(AnnounceRequest request, String pathAndQuery) implements UdpRequest {
        private static final int LENGTH = 98;
        private static final int URL_DATA = 2;
        private static final int MAX_OPTION_LENGTH = 255;
        private static final int MAX_URL_LENGTH = 1024;

        @Override
        public ByteBuffer encode(long connectionId, int transaction) {
            byte[] url = pathAndQuery.getBytes(StandardCharsets.US_ASCII);
            int urlLength = Math.min(url.length, MAX_URL_LENGTH);
            ByteBuffer bytes = ByteBuffer
                    .allocate(LENGTH + urlLength + 2 * (urlLength / MAX_OPTION_LENGTH + 1));
            bytes.putLong(connectionId).putInt(ANNOUNCE).putInt(transaction);
            bytes.put(request.infoHash().truncated().bytes()).put(request.peerId().bytes());
            bytes.putLong(request.stats().downloaded()).putLong(request.stats().left())
                    .putLong(request.stats().uploaded());
            int anyAddress = 0;
            bytes.putInt(request.event().code()).putInt(anyAddress).putInt(request.key());
            bytes.putInt(request.numWant()).putShort((short) request.port());
            for (int at = 0; at < urlLength; at += MAX_OPTION_LENGTH) {
                int length = Math.min(MAX_OPTION_LENGTH, urlLength - at);
                bytes.put((byte) URL_DATA).put((byte) length).put(url, at, length);
            }
            return bytes.flip();
        }

        @Override
        public boolean accepts(UdpResponse response) {
            return response instanceof UdpResponse.Announce;
        }
    }

    /** A scrape of at most {@link #MAX_SCRAPED} torrents. */
    record Scrape(List<InfoHash> contents) implements UdpRequest {
        public Scrape {
            contents = List.copyOf(contents);
            if (contents.isEmpty() || contents.size() > MAX_SCRAPED) {
                throw new IllegalArgumentException(contents.size() + " contents to scrape");
            }
        }

        @Override
        public ByteBuffer encode(long connectionId, int transaction) {
            ByteBuffer bytes = ByteBuffer.allocate(16 + InfoHash.V1_LENGTH * contents.size());
            bytes.putLong(connectionId).putInt(SCRAPE).putInt(transaction);
            contents.forEach(content -> bytes.put(content.truncated().bytes()));
            return bytes.flip();
        }

        @Override
        public boolean accepts(UdpResponse response) {
            return response instanceof UdpResponse.Scrape scraped
                    && scraped.counts().size() >= contents.size();
        }
    }
}

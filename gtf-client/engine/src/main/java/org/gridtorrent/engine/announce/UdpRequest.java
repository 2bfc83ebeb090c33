package org.gridtorrent.engine.announce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gridtorrent.metainfo.InfoHash;

/** What is asked of a UDP tracker that one is connected to, and its bytes (BEP 15). */
sealed interface UdpRequest {
    int CONNECT = 0;
    int ANNOUNCE = 1;
    int SCRAPE = 2;
    int ERROR = 3;
    /** More info-hashes make a datagram that not every line carries whole. */
    int MAX_SCRAPED = 70;

    ByteBuffer encode(long connectionId, int transaction);

    /** Whether this kind of answer belongs to this kind of request. */
    boolean accepts(UdpResponse answer);

    /** The first datagram of all, which asks for a connection id. */
    static ByteBuffer connect(int transaction) {
        return ByteBuffer.allocate(16).putLong(0x41727101980L).putInt(CONNECT).putInt(transaction)
                .flip();
    }

    /**
     * An announce.
     *
     * @param place path and query of the tracker's address, which many trackers tell contents or
     *     people by; appended as BEP 41's URLData
     */
    record Announce(AnnounceRequest told, String place) implements UdpRequest {
        private static final int LENGTH = 98;
        private static final int URL_DATA = 2;
        private static final int MAX_OPTION = 255;
        private static final int MAX_PLACE = 1024;

        @Override
        public ByteBuffer encode(long connectionId, int transaction) {
            byte[] url = place.getBytes(StandardCharsets.US_ASCII);
            int urlLength = Math.min(url.length, MAX_PLACE);
            ByteBuffer bytes = ByteBuffer
                    .allocate(LENGTH + urlLength + 2 * (urlLength / MAX_OPTION + 1));
            bytes.putLong(connectionId).putInt(ANNOUNCE).putInt(transaction);
            bytes.put(AnnounceRequest.name(told.infoHash())).put(told.peerId().bytes());
            bytes.putLong(told.share().downloaded()).putLong(told.share().left())
                    .putLong(told.share().uploaded());
            int anyAddress = 0;
            bytes.putInt(told.event().number()).putInt(anyAddress).putInt(told.key());
            bytes.putInt(told.wanted()).putShort((short) told.port());
            for (int at = 0; at < urlLength; at += MAX_OPTION) {
                int length = Math.min(MAX_OPTION, urlLength - at);
                bytes.put((byte) URL_DATA).put((byte) length).put(url, at, length);
            }
            return bytes.flip();
        }

        @Override
        public boolean accepts(UdpResponse answer) {
            return answer instanceof UdpResponse.AnnouncedTorrent;
        }
    }

    /** A scrape of at most {@link #MAX_SCRAPED} contents. */
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
            contents.forEach(content -> bytes.put(AnnounceRequest.name(content)));
            return bytes.flip();
        }

        @Override
        public boolean accepts(UdpResponse answer) {
            return answer instanceof UdpResponse.Scraped scraped
                    && scraped.counts().size() >= contents.size();
        }
    }
}

package org.gridtorrent.bench.link.relay;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * One packet, or several of one TCP connection in a row, handed over in one system call.
 *
 * <p>A network card would cut such a row apart (TCP segmentation offload). The line treats each packet on
 * its own; only system calls are saved.
 *
 * <p>In memory it is a header of 10 bytes ({@code virtio_net_hdr}), then an IP packet; of several, their
 * TCP payloads follow each other after the headers of the first.
 *
 * @param address in this process's memory
 * @param length of all that
 */
record PacketBundle(long address, int length) {
    static final int HEADER = 10;

    /** Maximum length of a bundle. */
    static final int MAX_LENGTH = HEADER + 65_535;

    private static final int KIND = 1;
    private static final int PAYLOAD_LENGTH = 4;
    private static final byte SINGLE = 0;

    private static final int IP = HEADER;
    private static final int IP_TOTAL_LENGTH = IP + 2;
    private static final int IP_ID = IP + 4;
    private static final int IP_CHECKSUM = IP + 10;
    private static final int IP_DESTINATION = IP + 16;
    private static final int MIN_IP_HEADER = 20;

    private static final int TCP_NUMBER = 4;
    private static final int TCP_DATA_OFFSET = 12;
    private static final int TCP_FLAGS = 13;
    private static final int TCP_CHECKSUM = 16;
    private static final int FIN_AND_PUSH = 0x09;
    private static final int WINDOW_REDUCED = 0x80;

    private static final MemorySegment MEMORY = Syscalls.MEMORY;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort HOST_SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED
            .withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED
            .withOrder(ByteOrder.BIG_ENDIAN);

    boolean isIpv4() {
        return length >= HEADER + MIN_IP_HEADER && MEMORY.get(BYTE, address + IP) >> 4 == 4;
    }

    /** Only of IPv4. */
    int destination() {
        return MEMORY.get(INT, address + IP_DESTINATION);
    }

    /** Number of packets in it. */
    int packets() {
        if (isSingle()) {
            return 1;
        }
        int payload = length - headers();
        return Math.ceilDiv(payload, payloadLength());
    }

    /** Bytes of one of its packets on the line, counted from 0. */
    int packetLength(int packet) {
        if (isSingle()) {
            return length - HEADER;
        }
        int before = headers() + packet * payloadLength();
        return headers() - HEADER + Math.min(payloadLength(), length - before);
    }

    private boolean isSingle() {
        return MEMORY.get(BYTE, address + KIND) == SINGLE;
    }

    private int payloadLength() {
        return Short.toUnsignedInt(MEMORY.get(HOST_SHORT, address + PAYLOAD_LENGTH));
    }

    /** Length of all headers before the first payload. */
    private int headers() {
        int words = (MEMORY.get(BYTE, tcp() + TCP_DATA_OFFSET) & 0xF0) >> 4;
        return (int) (tcp() - address) + 4 * words;
    }

    private long tcp() {
        return address + IP + 4L * (MEMORY.get(BYTE, address + IP) & 0x0F);
    }

    /** Copies all of it. */
    PacketBundle copyTo(long place) {
        MemorySegment.copy(MEMORY, address, MEMORY, place, length);
        return new PacketBundle(place, length);
    }

    /** Copies some of its packets in a row: what is left when others were lost. */
    PacketBundle copyTo(long place, int from, int to) {
        if (from == 0 && to == packets()) {
            return copyTo(place);
        }
        int headers = headers();
        int begin = from * payloadLength();
        int payload = Math.min(to * payloadLength(), length - headers) - begin;
        MemorySegment.copy(MEMORY, address, MEMORY, place, headers);
        MemorySegment.copy(MEMORY, address + headers + begin, MEMORY, place + headers, payload);
        PacketBundle part = new PacketBundle(place, headers + payload);
        part.renumber(from, begin, to == packets());
        part.shorten(length);
        if (to - from == 1) {
            MEMORY.set(BYTE, place + KIND, SINGLE);
            MEMORY.set(HOST_SHORT, place + PAYLOAD_LENGTH, (short) 0);
        }
        return part;
    }

    private void renumber(int packet, int begin, boolean last) {
        MEMORY.set(SHORT, address + IP_ID, (short) (MEMORY.get(SHORT, address + IP_ID) + packet));
        MEMORY.set(INT, tcp() + TCP_NUMBER, MEMORY.get(INT, tcp() + TCP_NUMBER) + begin);
        int flags = MEMORY.get(BYTE, tcp() + TCP_FLAGS);
        flags &= last ? ~0 : ~FIN_AND_PUSH;
        flags &= packet == 0 ? ~0 : ~WINDOW_REDUCED;
        MEMORY.set(BYTE, tcp() + TCP_FLAGS, (byte) flags);
    }

    /** The lengths, and the sums over them; TCP's is but the pseudo-header's before it is cut. */
    private void shorten(int oldLength) {
        MEMORY.set(SHORT, address + IP_TOTAL_LENGTH, (short) (length - HEADER));
        MEMORY.set(SHORT, address + IP_CHECKSUM, (short) 0);
        int sum = 0;
        for (long at = address + IP; at < tcp(); at += Short.BYTES) {
            sum += Short.toUnsignedInt(MEMORY.get(SHORT, at));
        }
        MEMORY.set(SHORT, address + IP_CHECKSUM, (short) ~fold(sum));
        int pseudoHeader = Short.toUnsignedInt(MEMORY.get(SHORT, tcp() + TCP_CHECKSUM));
        int longer = oldLength - length;
        MEMORY.set(SHORT, tcp() + TCP_CHECKSUM, (short) fold(pseudoHeader + (~longer & 0xFFFF)));
    }

    private static int fold(int sum) {
        int folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xFFFF) + (folded >>> 16);
        }
        return folded;
    }
}

package org.gridtorrent.bench.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.gridtorrent.bench.link.line.LineSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PacketBundleTest {
    private static final int PAYLOAD = 1448;
    private static final int IP_HEADER = 20;
    private static final int TCP_HEADER = 32;
    private static final int HEADERS = PacketBundle.HEADER + IP_HEADER + TCP_HEADER;
    private static final int NUMBER = 0xFFFF_FF00;
    private static final int ID = 0xFFFE;
    private static final int DESTINATION = 0xC6120002;
    private static final byte FIN_PUSH_ACK = 0x19;
    private static final byte ACK = 0x10;
    private static final int NEEDS_CHECKSUM = 1;
    private static final int TCP_IN_IPV4 = 1;

    private final Arena arena = Arena.ofConfined();
    private final Random random = new Random(1);

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void countsThePacketsThatItIs_andWhatEachTakesOnTheLine() {
        PacketBundle bundle = bundle(2 * PAYLOAD + 100);
        assertThat(bundle.packets()).isEqualTo(3);
        assertThat(bundle.packetLength(0)).isEqualTo(LineSpec.MTU);
        assertThat(bundle.packetLength(1)).isEqualTo(LineSpec.MTU);
        assertThat(bundle.packetLength(2)).isEqualTo(IP_HEADER + TCP_HEADER + 100);
        assertThat(bundle(2 * PAYLOAD).packets()).isEqualTo(2);
    }

    @Test
    void aSinglePacket_isCopiedAsItIs() {
        MemorySegment memory = arena.allocate(200);
        for (int i = 0; i < 200; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        memory.set(ValueLayout.JAVA_BYTE, 1, (byte) 0);
        PacketBundle single = new PacketBundle(memory.address(), 200);
        assertThat(single.packets()).isEqualTo(1);
        assertThat(single.packetLength(0)).isEqualTo(190);
        assertThat(bytes(single.copyTo(place(), 0, 1)).compareTo(bytes(single))).isZero();
    }

    @Test
    void parts_areWhatTheSenderWouldHaveSentInThem() {
        int payload = 4 * PAYLOAD + 700;
        PacketBundle whole = bundle(payload);
        for (int from = 0; from < 5; from++) {
            for (int to = from + 1; to <= 5; to++) {
                requirePart(whole, from, to, Math.min(to * PAYLOAD, payload) - from * PAYLOAD);
            }
        }
    }

    private void requirePart(PacketBundle whole, int from, int to, int payload) {
        PacketBundle part = whole.copyTo(place(), from, to);
        ByteBuffer copy = bytes(part);
        assertThat(part.packets()).isEqualTo(to - from);
        assertThat(part.length()).isEqualTo(HEADERS + payload);
        assertThat(part.destination()).isEqualTo(DESTINATION);
        assertThat(copy.slice(HEADERS, payload).compareTo(
                bytes(whole).slice(HEADERS + from * PAYLOAD, payload))).isZero();
        assertThat(copy.get(0)).isEqualTo((byte) NEEDS_CHECKSUM);
        assertThat(copy.get(1)).isEqualTo((byte) (to - from == 1 ? 0 : TCP_IN_IPV4));

        ByteBuffer ip = copy.slice(PacketBundle.HEADER, IP_HEADER);
        assertThat(ip.getShort(2)).isEqualTo((short) (part.length() - PacketBundle.HEADER));
        assertThat(ip.getShort(4)).isEqualTo((short) (ID + from));
        assertThat(sum(ip)).isEqualTo(0xFFFF);

        ByteBuffer tcp = copy.slice(PacketBundle.HEADER + IP_HEADER, TCP_HEADER);
        assertThat(tcp.getInt(4)).isEqualTo(NUMBER + from * PAYLOAD);
        assertThat(tcp.get(13)).isEqualTo(to == 5 ? FIN_PUSH_ACK : ACK);
        assertThat(Short.toUnsignedInt(tcp.getShort(16)))
                .isEqualTo(pseudoHeaderSum(ip, TCP_HEADER + payload));
    }

    /** As the kernel leaves it to a network card: TCP's checksum only summed over the pseudo-header. */
    private PacketBundle bundle(int payload) {
        MemorySegment memory = arena.allocate(HEADERS + payload);
        ByteBuffer bytes = memory.asByteBuffer();
        for (int i = HEADERS; i < bytes.capacity(); i++) {
            bytes.put(i, (byte) random.nextInt());
        }
        bytes.put(0, (byte) NEEDS_CHECKSUM).put(1, (byte) TCP_IN_IPV4);
        bytes.order(ByteOrder.nativeOrder()).putShort(4, (short) PAYLOAD);

        ByteBuffer ip = bytes.slice(PacketBundle.HEADER, IP_HEADER);
        ip.put(0, (byte) 0x45).putShort(2, (short) (IP_HEADER + TCP_HEADER + payload));
        ip.putShort(4, (short) ID).put(9, (byte) 6).putInt(12, 0xC6120001).putInt(16, DESTINATION);
        ip.putShort(10, (short) ~sum(ip));

        ByteBuffer tcp = bytes.slice(PacketBundle.HEADER + IP_HEADER, TCP_HEADER);
        tcp.putInt(4, NUMBER).put(12, (byte) (TCP_HEADER << 2)).put(13, FIN_PUSH_ACK);
        tcp.putShort(16, (short) pseudoHeaderSum(ip, TCP_HEADER + payload));
        return new PacketBundle(memory.address(), HEADERS + payload);
    }

    private long place() {
        return arena.allocate(PacketBundle.MAX_LENGTH).address();
    }

    private static ByteBuffer bytes(PacketBundle bundle) {
        return Syscalls.MEMORY.asSlice(bundle.address(), bundle.length()).asByteBuffer();
    }

    /** RFC 9293, 3.1: addresses, protocol, length. */
    private static int pseudoHeaderSum(ByteBuffer ip, int tcpLength) {
        ByteBuffer header = ByteBuffer.allocate(12).putInt(ip.getInt(12)).putInt(ip.getInt(16))
                .putShort((short) 6).putShort((short) tcpLength);
        return sum(header);
    }

    /** RFC 1071, without the final complement. */
    private static int sum(ByteBuffer words) {
        int sum = 0;
        for (int at = 0; at < words.capacity(); at += Short.BYTES) {
            sum += Short.toUnsignedInt(words.getShort(at));
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        return sum;
    }
}

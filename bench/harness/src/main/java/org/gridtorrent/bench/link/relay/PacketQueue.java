package org.gridtorrent.bench.link.relay;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Queue of bundles in the order they came, each with a time and a host. Not thread-safe.
 *
 * <p>It is one block of memory outside the heap. A record is a header of 16 bytes and the bundle, rounded
 * up to 8. Records do not wrap: one that could be too long for the rest of the block begins at the block's
 * start, and a time of {@link #SKIP} marks where the rest is left out.
 */
final class PacketQueue {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final int HEADER = 16;
    private static final int LARGEST = recordLength(PacketBundle.MAX_LENGTH);
    private static final long SKIP = Long.MIN_VALUE;

    private final MemorySegment memory;
    private final long address;
    private final long size;
    private long head;
    private long tail;
    private long used;

    PacketQueue(MemorySegment memory) {
        this.memory = memory;
        this.address = memory.address();
        this.size = memory.byteSize();
    }

    private static int recordLength(int length) {
        return HEADER + (length + 7) / 8 * 8;
    }

    /** Where the next bundle, of whatever length, may be put, or 0 if there is no room. */
    long claim() {
        if (used == 0) {
            head = 0;
            tail = 0;
        }
        if (size - tail < LARGEST + HEADER) {
            if (used + (size - tail) + LARGEST > size) {
                return 0;
            }
            memory.set(LONG, tail, SKIP);
            used += size - tail;
            tail = 0;
        }
        return used + LARGEST > size ? 0 : address + tail + HEADER;
    }

    /** Adds the bundle that was put where {@link #claim} said. */
    void add(long timeNs, int host, int length) {
        memory.set(LONG, tail, timeNs);
        memory.set(INT, tail + 8, host);
        memory.set(INT, tail + 12, length);
        int record = recordLength(length);
        tail += record;
        used += record;
    }

    boolean isEmpty() {
        if (used > 0 && memory.get(LONG, head) == SKIP) {
            used -= size - head;
            head = 0;
        }
        return used == 0;
    }

    /** Time of the first bundle. This and the methods below are only for a queue that is not empty. */
    long timeNs() {
        return memory.get(LONG, head);
    }

    int host() {
        return memory.get(INT, head + 8);
    }

    PacketBundle bundle() {
        return new PacketBundle(address + head + HEADER, memory.get(INT, head + 12));
    }

    void remove() {
        int record = recordLength(bundle().length());
        head += record;
        used -= record;
    }
}

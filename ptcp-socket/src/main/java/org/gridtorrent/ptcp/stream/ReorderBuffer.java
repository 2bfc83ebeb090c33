package org.gridtorrent.ptcp.stream;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ring of arrived sub-packets, with one slot for each number from {@link #next} to below {@link #limit}.
 *
 * <p>Guarded by the merger's lock.
 */
final class ReorderBuffer {
    private @Nullable ByteBuffer[] slots;
    private long next;
    private int count;

    /** Whether sub-packet {@link #next} was taken and is not read to its end. */
    private boolean taken;

    ReorderBuffer(int length) {
        slots = new @Nullable ByteBuffer[length];
    }

    /** How many numbers have a slot. */
    int length() {
        return slots.length;
    }

    /** Number of the sub-packet that the reader needs next. */
    long next() {
        return next;
    }

    /** First number that has no slot. */
    long limit() {
        return next + slots.length;
    }

    /** Sub-packets that are here, without one that was taken. */
    int count() {
        return count;
    }

    private int slot(long number) {
        return (int) (number % slots.length);
    }

    /** Stores a sub-packet below the limit; false if it came before. */
    boolean put(long number, ByteBuffer payload) {
        int slot = slot(number);
        if (number < next || slots[slot] != null || (number == next && taken)) {
            return false;
        }
        slots[slot] = payload;
        count++;
        return true;
    }

    /** Whether the reader waits for a sub-packet that has not come. */
    boolean isNextMissing() {
        return !taken && slots[slot(next)] == null;
    }

    /** Takes the sub-packet that the reader needs next; null if it has not come. */
    @Nullable
    ByteBuffer takeNext() {
        int slot = slot(next);
        ByteBuffer payload = slots[slot];
        if (payload != null) {
            slots[slot] = null;
            count--;
            taken = true;
        }
        return payload;
    }

    /** Goes on to the next number: the taken sub-packet was read to its end. */
    void advance() {
        taken = false;
        next++;
    }

    /** Grows to so many slots. */
    void grow(int length) {
        @Nullable
        ByteBuffer[] grown = new @Nullable ByteBuffer[length];
        for (long number = next; number < limit(); number++) {
            grown[(int) (number % length)] = slots[slot(number)];
        }
        slots = grown;
    }

    /** Bytes that can be read after the taken sub-packet without a gap. */
    long contiguousBytes() {
        long bytes = 0;
        for (long number = taken ? next + 1 : next; number < limit(); number++) {
            ByteBuffer payload = slots[slot(number)];
            if (payload == null) {
                break;
            }
            bytes += payload.remaining();
        }
        return bytes;
    }

    /** Empties all slots and hands on what was in them. */
    void clear(Consumer<ByteBuffer> each) {
        for (int i = 0; i < slots.length; i++) {
            ByteBuffer payload = slots[i];
            if (payload != null) {
                each.accept(payload);
                slots[i] = null;
            }
        }
        count = 0;
    }
}

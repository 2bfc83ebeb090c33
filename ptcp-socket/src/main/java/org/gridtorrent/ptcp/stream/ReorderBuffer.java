package org.gridtorrent.ptcp.stream;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sub-packets that have arrived, each in its place until it is its turn. It has a place for each number
 * from the one whose turn it is, {@link #next}, to before {@link #limit}. Guarded by the merger's lock.
 */
public final class ReorderBuffer {
    private @Nullable ByteBuffer[] places;
    private long next;
    private int held;

    /** The one whose turn it is has been taken, and not used up. */
    private boolean taken;

    ReorderBuffer(int length) {
        places = new @Nullable ByteBuffer[length];
    }

    int length() {
        return places.length;
    }

    /** The number of the one whose turn it is. */
    long next() {
        return next;
    }

    /** The first number for which there is no place. */
    long limit() {
        return next + places.length;
    }

    /** How many there are, but for the one that was taken. */
    int held() {
        return held;
    }

    private int place(long number) {
        return (int) (number % places.length);
    }

    /** Puts one below the limit in its place; false if it has come before. */
    boolean put(long number, ByteBuffer payload) {
        int place = place(number);
        if (number < next || places[place] != null || (number == next && taken)) {
            return false;
        }
        places[place] = payload;
        held++;
        return true;
    }

    /** Whether the one whose turn it is has not come. */
    boolean lacksNext() {
        return !taken && places[place(next)] == null;
    }

    /** The one whose turn it is; null if it has not come. */
    @Nullable
    ByteBuffer takeNext() {
        int place = place(next);
        ByteBuffer payload = places[place];
        if (payload != null) {
            places[place] = null;
            held--;
            taken = true;
        }
        return payload;
    }

    /** The one that was taken is used up. */
    void advance() {
        taken = false;
        next++;
    }

    /** Makes room for so many. */
    void widen(int length) {
        @Nullable
        ByteBuffer[] wider = new @Nullable ByteBuffer[length];
        for (long number = next; number < limit(); number++) {
            wider[(int) (number % length)] = places[place(number)];
        }
        places = wider;
    }

    /** Bytes that have come of those after the one that was taken, without a gap. */
    long contiguousBytes() {
        long bytes = 0;
        for (long number = taken ? next + 1 : next; number < limit(); number++) {
            ByteBuffer payload = places[place(number)];
            if (payload == null) {
                break;
            }
            bytes += payload.remaining();
        }
        return bytes;
    }

    /** Hands all on, but for the one that was taken. */
    void clear(Consumer<ByteBuffer> each) {
        for (int i = 0; i < places.length; i++) {
            ByteBuffer payload = places[i];
            if (payload != null) {
                each.accept(payload);
                places[i] = null;
            }
        }
        held = 0;
    }
}

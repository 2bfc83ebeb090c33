package org.gridtorrent.tracker.swarm;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Members of one kind in no order, so that any one can be taken by its index. */
final class RandomAccessSet {
    private static final int FIRST_CAPACITY = 4;

    private @Nullable SwarmPeer[] members = {};
    private int size;

    int size() {
        return size;
    }

    SwarmPeer get(int index) {
        return Objects.requireNonNull(members[index]);
    }

    void add(SwarmPeer member) {
        if (size == members.length) {
            members = Arrays.copyOf(members, Math.max(FIRST_CAPACITY, 2 * size));
        }
        member.index = size;
        members[size++] = member;
    }

    /** The last one takes the place of the one that goes. */
    void remove(SwarmPeer member) {
        SwarmPeer last = get(--size);
        members[member.index] = last;
        last.index = member.index;
        members[size] = null;
    }
}

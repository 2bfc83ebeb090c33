package org.gridtorrent.tracker.swarm;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Members of one kind in no order, so that any one can be taken by its index. */
final class Draw {
    private static final int FIRST_CAPACITY = 4;

    private @Nullable Member[] members = {};
    private int size;

    int size() {
        return size;
    }

    Member get(int index) {
        return Objects.requireNonNull(members[index]);
    }

    void add(Member member) {
        if (size == members.length) {
            members = Arrays.copyOf(members, Math.max(FIRST_CAPACITY, 2 * size));
        }
        member.index = size;
        members[size++] = member;
    }

    /** The last one takes the place of the one that goes. */
    void remove(Member member) {
        Member last = get(--size);
        members[member.index] = last;
        last.index = member.index;
        members[size] = null;
    }
}

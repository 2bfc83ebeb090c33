package org.gridtorrent.bench.link;

import java.util.ArrayList;
import java.util.List;

/** A machine, or what stands for one, on which programs can be run. */
public interface Host {
    /** At which the other hosts reach it. */
    String address();

    /** Words that, before a command, make it run there; none: here. */
    List<String> enter();

    /** Whether files of this machine are not there. */
    default boolean hasDiskOfItsOwn() {
        return false;
    }

    /** The command, to be run there. */
    default List<String> on(List<String> command) {
        List<String> words = new ArrayList<>(enter());
        words.addAll(command);
        return words;
    }
}

package org.gridtorrent.fuse.protocol;

import java.lang.foreign.ValueLayout;

/** Numbers in messages: the machine's byte order, at any address. */
final class Layouts {
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Layouts() {}
}

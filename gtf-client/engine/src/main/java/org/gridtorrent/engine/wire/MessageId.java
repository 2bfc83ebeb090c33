package org.gridtorrent.engine.wire;

/** Message ids (BEP 3, 6, 10). */
final class MessageId {
    static final int CHOKE = 0;
    static final int UNCHOKE = 1;
    static final int INTERESTED = 2;
    static final int NOT_INTERESTED = 3;
    static final int HAVE = 4;
    static final int BITFIELD = 5;
    static final int REQUEST = 6;
    static final int PIECE = 7;
    static final int CANCEL = 8;
    static final int SUGGEST = 13;
    static final int HAVE_ALL = 14;
    static final int HAVE_NONE = 15;
    static final int REJECT = 16;
    static final int ALLOWED_FAST = 17;
    static final int EXTENDED = 20;

    private MessageId() {}
}

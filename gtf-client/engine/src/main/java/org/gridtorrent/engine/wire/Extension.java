package org.gridtorrent.engine.wire;

/** An extension (BEP 10) that this engine speaks, by the name that it has among peers. */
public enum Extension {
    /** Handing out the info dictionary (BEP 9). */
    METADATA("ut_metadata", 1),
    /** Telling of other peers (BEP 11). */
    PEX("ut_pex", 2),
    /**
     * Telling in one byte that no piece is wanted any more (BEP 21), or again: libtorrent's way, which
     * takes no later handshake's word for the latter.
     */
    UPLOAD_ONLY("upload_only", 3);

    private final String wireName;
    private final int ownId;

    Extension(String wireName, int ownId) {
        this.wireName = wireName;
        this.ownId = ownId;
    }

    String wireName() {
        return wireName;
    }

    /** The id by which peers are to send its messages to us; theirs are their own choice. */
    public int ownId() {
        return ownId;
    }
}

package org.gridtorrent.engine.wire;

/** Supported extensions (BEP 10). */
public enum Extension {
    /** Serves the info dictionary (BEP 9). */
    METADATA("ut_metadata", 1),
    /** Peer exchange (BEP 11). */
    PEX("ut_pex", 2),
    /**
     * Says in one byte whether the sender only uploads (BEP 21). libtorrent uses it for later changes, for which it
     * ignores a second handshake.
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

    /** The id with which peers send its messages to us; each side chooses its own ids. */
    public int ownId() {
        return ownId;
    }
}

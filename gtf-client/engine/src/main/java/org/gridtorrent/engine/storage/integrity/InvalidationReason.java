package org.gridtorrent.engine.storage.integrity;

/** Reason why pieces are no longer verified. */
public sealed interface InvalidationReason {

    /**
     * Another program changed a file that holds them.
     *
     * @param file path in the metainfo, of the first such file
     */
    record FileChanged(String file) implements InvalidationReason {}

    /** The cache made room for other pieces. */
    record Evicted() implements InvalidationReason {}

    /**
     * The disk does not give back the piece's bytes.
     *
     * @param detail the error, in technical English
     */
    record Unreadable(int piece, String detail) implements InvalidationReason {}
}

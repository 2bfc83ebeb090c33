package org.gridtorrent.metainfo;

/** Receives the progress of hashing, in bytes. Called often, by several threads: return quickly. */
@FunctionalInterface
public interface HashProgress {
    /** Does nothing. */
    HashProgress NONE = (done, total) -> {};

    void hashed(long done, long total);
}

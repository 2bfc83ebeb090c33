package org.gridtorrent.metainfo;

/**
 * Told how far reading and hashing have come, in bytes of files. Called from several threads, often: return
 * quickly.
 */
@FunctionalInterface
public interface HashProgress {
    /** Tells nobody. */
    HashProgress NONE = (done, total) -> {};

    void hashed(long done, long total);
}

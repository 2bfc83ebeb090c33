package org.gridtorrent.engine.download;

/** What a swarm downloads. */
public enum DownloadMode {
    /** Nothing: the data is shared in place and never written to. */
    NOTHING,
    /** The selected files, and what readers stream. */
    SELECTED,
    /** Only what is read and read ahead. Holders stay interesting, so that a read finds them unchoked. */
    READ
}

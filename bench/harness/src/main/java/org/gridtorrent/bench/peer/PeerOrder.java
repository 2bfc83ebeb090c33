package org.gridtorrent.bench.peer;

import org.jspecify.annotations.Nullable;

/**
 * What a peer that reads orders is told, one JSON object a line.
 *
 * @param does {@code seed}, {@code fetch} or {@code drop}
 * @param torrent a .torrent file's path
 * @param directory below which the content lies
 * @param seedPort of the seed to fetch from
 */
record PeerOrder(String does, @Nullable String torrent, @Nullable String directory,
        @Nullable Integer seedPort) {

    /**
     * Its answer.
     *
     * @param port where it seeds
     * @param seconds that fetching took
     * @param failed why it could not do it
     */
    record Answer(@Nullable Integer port, @Nullable Double seconds, @Nullable String failed) {}
}

package org.gridtorrent.bench.mdtp;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * File that a tool is to fetch from web servers.
 *
 * @param urls of the same file, by the rates of their servers, the slowest first
 * @param metalink file that names them, with the hashes of the file and of its pieces; empty where nothing
 *     is known but the addresses
 * @param directory empty folder for the file
 * @param fileName that it is to have there
 * @param limitSeconds after which the fetch is ended
 */
record FetchJob(List<String> urls, Optional<Path> metalink, Path directory,
        String fileName, long limitSeconds) {
    /** Where the file is to be. */
    Path target() {
        return directory.resolve(fileName);
    }

    /** The Metalink file, or the addresses. */
    List<String> sources() {
        return metalink.map(file -> List.of(file.toString())).orElse(urls);
    }
}

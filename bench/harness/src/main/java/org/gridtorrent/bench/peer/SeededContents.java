package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.SharedFolder;

/**
 * Contents in a folder, with which they close: each is made when it is first asked for, and then seeded to
 * the end. Not thread-safe.
 */
public final class SeededContents {
    private final SharedFolder folder;
    private final Host receiver;
    private final List<PeerProcess> seeders;
    private final Map<Long, ContentFolder> made = new TreeMap<>();

    public SeededContents(SharedFolder folder, Host receiver, List<PeerProcess> seeders) {
        this.folder = folder;
        this.receiver = receiver;
        this.seeders = List.copyOf(seeders);
    }

    public ContentFolder of(long length) throws IOException, InterruptedException {
        ContentFolder known = made.get(length);
        if (known != null) {
            return known;
        }
        ContentFolder content = ContentFolder.within(folder, "content-" + length, length, 1,
                receiver);
        made.put(length, content);
        for (PeerProcess seeder : seeders) {
            seeder.seed(content.torrent(), content.source());
        }
        return content;
    }
}

package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.engine.transport.PeerAddress;

/**
 * Fetch of a content by a leech from seeders.
 *
 * @param fetched as the leech says it
 * @param cost from the order to the end; processors of the leech and of all seeders given
 */
public record Fetch(FetchResult fetched, TransferCost cost) {

    /** Fetches into a folder that is checked and deleted afterwards. */
    public static Fetch take(ContentFolder content, List<PeerProcess> seeders, PeerProcess leech,
            String transport) throws IOException, InterruptedException {
        List<PeerAddress> sources = seeders.stream()
                .map(seeder -> new PeerAddress(seeder.address(), transport)).toList();
        Duration before = cpu(seeders, leech);
        FetchResult fetched = content.into(content.uniqueName("got"), directory -> {
            FetchResult took = leech.fetch(content.torrent(), directory, sources);
            leech.drop();
            return took;
        });
        return new Fetch(fetched, new TransferCost(content.length(), fetched.seconds(),
                cpu(seeders, leech).minus(before).toNanos() / 1e9));
    }

    private static Duration cpu(List<PeerProcess> seeders, PeerProcess leech) throws IOException {
        Duration all = leech.cpu();
        for (PeerProcess seeder : seeders) {
            all = all.plus(seeder.cpu());
        }
        return all;
    }
}

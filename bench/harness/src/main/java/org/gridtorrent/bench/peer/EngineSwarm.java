package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import org.gridtorrent.bench.process.BackgroundTask;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.SharedFolder;

/**
 * Engines of ours on a line: seeders, and a leech that fetches contents from them again and again.
 *
 * <p>A content of each length is made when it is first asked for, and seeded to the end. Not thread-safe.
 */
public final class EngineSwarm implements AutoCloseable {
    private final SharedFolder contents;
    private final Host leechHost;
    private final List<PeerProcess> seeders = new ArrayList<>();
    private final PeerProcess leech;
    private final Map<Long, ContentFolder> made = new TreeMap<>();

    /**
     * Starts all of them, the seeders at the same time.
     *
     * @param own for what they keep for themselves
     * @param contents where contents are, and what is fetched
     */
    public EngineSwarm(SharedFolder own, SharedFolder contents, List<Host> seederHosts,
            Host leechHost) throws IOException, InterruptedException {
        this.contents = contents;
        this.leechHost = leechHost;
        try {
            startSeeders(own, seederHosts);
            leech = start(own, "leech", leechHost);
        } catch (IOException | InterruptedException | RuntimeException e) {
            seeders.forEach(PeerProcess::close);
            throw e;
        }
    }

    private void startSeeders(SharedFolder own, List<Host> hosts)
            throws IOException, InterruptedException {
        List<FutureTask<PeerProcess>> starts = new ArrayList<>();
        for (Host host : hosts) {
            String name = "seeder" + (starts.size() + 1);
            starts.add(BackgroundTask.start(() -> start(own, name, host)));
        }
        Optional<IOException> failure = Optional.empty();
        for (FutureTask<PeerProcess> one : starts) {
            try {
                seeders.add(BackgroundTask.outcome(one));
            } catch (IOException e) {
                failure = Optional.of(e); // the others are to be closed all the same
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private static PeerProcess start(SharedFolder own, String name, Host host)
            throws IOException, InterruptedException {
        return ClientProgram.GRIDTORRENT.start(PeerSettings.on(host, own.make(name, host)));
    }

    /** The content of this length, made if it is not there. */
    public ContentFolder content(long length) throws IOException, InterruptedException {
        ContentFolder known = made.get(length);
        if (known != null) {
            return known;
        }
        ContentFolder content = ContentFolder.within(contents, "content-" + length, length, 1,
                leechHost);
        made.put(length, content);
        for (PeerProcess seeder : seeders) {
            seeder.seed(content.torrent(), content.source());
        }
        return content;
    }

    /** The leech fetches a content of this length from the first seeders. */
    public Fetch fetch(long length, int from, String transport)
            throws IOException, InterruptedException {
        return Fetch.take(content(length), seeders.subList(0, from), leech, transport);
    }

    @Override
    public void close() {
        leech.close();
        seeders.forEach(PeerProcess::close);
    }
}

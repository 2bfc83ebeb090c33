package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.util.Locale;
import org.gridtorrent.bench.experiment.Network;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.FetchResult;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.result.Samples;

/** A client's seed on one host of a line, its leech on the other, and what their transfers reached. */
final class LineTransfers implements AutoCloseable {
    final String title;
    final Samples whole = new Samples();
    final Samples later = new Samples();
    final Samples cpu = new Samples();
    final Samples connections = new Samples();
    private final ContentFolder folder;
    private final SeedAndLeech pair;

    LineTransfers(String title, ClientProgram client, String transport, Network line, ContentFolder folder)
            throws IOException, InterruptedException {
        this.title = title;
        this.folder = folder;
        pair = new SeedAndLeech(client, folder,
                place(line.sender(), client + "-" + transport + "-seed"),
                place(line.receiver(), client + "-" + transport + "-leech"), transport);
    }

    private PeerSettings place(Host host, String name) throws IOException, InterruptedException {
        return PeerSettings.on(host, folder.make(name, host));
    }

    SeedAndLeech.Transfer transfer() throws IOException, InterruptedException {
        return pair.transfer();
    }

    void count(SeedAndLeech.Transfer transfer) {
        FetchResult fetched = transfer.fetched();
        whole.add(megabits(folder.length(), fetched.seconds()));
        later.add(megabits(fetched.laterBytes(), fetched.laterSeconds()));
        cpu.add(transfer.cpuSeconds() / ((double) folder.length() / (1 << 30)));
        // Of PTCP's one is for control.
        connections.add(Math.max(1, fetched.connections() - 1));
    }

    /** What a person who waits is told of one, with what it took of the machine. */
    String words(SeedAndLeech.Transfer transfer) {
        FetchResult fetched = transfer.fetched();
        return String.format(Locale.ROOT,
                "%s: %d MiB in %.1f s (%.1f Mb/s), the second half in %.1f s (%.1f Mb/s)%s;"
                        + " both ends took %.2f of %d processors",
                title, folder.length() >> 20, fetched.seconds(),
                megabits(folder.length(), fetched.seconds()), fetched.laterSeconds(),
                megabits(fetched.laterBytes(), fetched.laterSeconds()),
                fetched.connections() > 1
                        ? " with " + (fetched.connections() - 1) + " streams"
                        : "",
                transfer.cpuSeconds() / fetched.seconds(),
                Runtime.getRuntime().availableProcessors());
    }

    private static double megabits(long bytes, double seconds) {
        return bytes * 8 / seconds / 1e6;
    }

    @Override
    public void close() {
        pair.close();
    }
}

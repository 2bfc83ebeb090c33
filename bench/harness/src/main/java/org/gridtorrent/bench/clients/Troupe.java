package org.gridtorrent.bench.clients;

import java.io.IOException;
import java.util.Collections;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.swarm.SwarmProcesses;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;

/** One client's processes for a crew, and what their transfers took. */
final class Troupe implements AutoCloseable {
    final ClientProgram client;
    /** Of the swarms that count, and of the first that the processes made. */
    final Taken warm = new Taken();
    final Taken first = new Taken();
    private final SwarmSpec crew;
    private final SwarmProcesses swarm;

    Troupe(ClientProgram client, SwarmSpec crew, ContentFolder folder, SwarmProcesses.Ground ground)
            throws IOException, InterruptedException {
        this.client = client;
        this.crew = crew;
        swarm = new SwarmProcesses(folder, Collections.nCopies(crew.size(), client),
                crew.seeds(), transport(), ground);
    }

    /** Over long lines ours as it is meant to be; nobody else knows more than TCP. */
    private String transport() {
        return crew.onHosts() && client == ClientProgram.GRIDTORRENT
                ? PtcpTransport.NAME
                : TcpTransport.NAME;
    }

    SwarmProcesses.Run run() throws IOException, InterruptedException {
        return swarm.run(crew.patience());
    }

    /** What swarms took: seconds until leechers had all, and of the processors and memory. */
    final class Taken {
        final Samples first = new Samples();
        final Samples median = new Samples();
        final Samples last = new Samples();
        final Samples cpu = new Samples();
        final Samples memory = new Samples();

        void add(SwarmProcesses.Run run) {
            first.add(run.firstSeconds());
            median.add(run.medianSeconds());
            last.add(run.seconds());
            cpu.add(run.cpuSeconds() / (crew.leeches() * (crew.length() / (double) (1 << 30))));
            memory.add(run.ownMemory() / (double) (1 << 20));
        }
    }

    @Override
    public void close() throws IOException {
        swarm.close();
    }
}

package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.PeerProcess;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.testbed.TempFolder;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;

/**
 * Site with a publisher's machine, two readers' of which one uses PTCP, and a stranger who knows no site. Not
 * thread-safe.
 *
 * <p>The site is open to the world, so the publisher's machine gives public data sets to strangers in the clear.
 */
final class TestSite implements AutoCloseable {
    private static final String READER = "reader";
    private static final String PTCP_READER = "ptcp-reader";

    private final CloseStack opened;
    private final SiteProcess site;
    private final MachineProcess publisher;
    private final MachineProcess reader;
    private final MachineProcess ptcpReader;
    private final PeerProcess stranger;
    private final Map<Path, String> published = new HashMap<>();

    private TestSite(SitePrograms programs, TempFolder folder, CloseStack opened)
            throws IOException, InterruptedException {
        this.opened = opened;
        site = opened.add(SiteProcess.start(programs, folder.make("site")));
        publisher = machine(programs, folder, "publisher", TcpTransport.NAME);
        reader = machine(programs, folder, READER, TcpTransport.NAME);
        ptcpReader = machine(programs, folder, PTCP_READER, PtcpTransport.NAME);
        stranger = opened.add(ClientProgram.GRIDTORRENT
                .start(PeerSettings.here(folder.make("stranger-home"))));
    }

    private MachineProcess machine(SitePrograms programs, TempFolder folder, String user,
            String transport) throws IOException, InterruptedException {
        return opened.add(MachineProcess.start(programs, site, user, transport,
                folder.make(user + "-home")));
    }

    /** Returns when all of them answer. */
    static TestSite start(SitePrograms programs, TempFolder folder, Progress progress)
            throws IOException, InterruptedException {
        CloseStack opened = new CloseStack(progress);
        try {
            return new TestSite(programs, folder, opened);
        } catch (IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Publishes a folder for the readers alone, unless it is already; the data set's id. */
    String publishPrivately(Path data) throws IOException, InterruptedException {
        String known = published.get(data);
        if (known != null) {
            return known;
        }
        String id = publish(data, List.of("--user", READER, "--user", PTCP_READER));
        published.put(data, id);
        return id;
    }

    /** Publishes a folder for everybody; the data set's id. */
    String publishOpenly(Path data) throws IOException, InterruptedException {
        return publish(data, List.of("--public"));
    }

    private String publish(Path data, List<String> audience)
            throws IOException, InterruptedException {
        return publisher.command(Tool.concat(List.of("dataset", "publish", data.toString(),
                "--title", data.getFileName().toString()), audience)).path("contentId").asText();
    }

    /** Writes the .torrent file of a data set that is for everybody. */
    void writeTorrent(String datasetId, Path file) throws IOException, InterruptedException {
        site.writeTorrent(datasetId, file);
    }

    MachineProcess publisher() {
        return publisher;
    }

    MachineProcess reader() {
        return reader;
    }

    /** Machine whose daemon reaches holders over PTCP. */
    MachineProcess ptcpReader() {
        return ptcpReader;
    }

    PeerProcess stranger() {
        return stranger;
    }

    @Override
    public void close() {
        opened.close();
    }
}

package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.PeerProcess;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.testbed.TempFolder;

/**
 * Site with a publisher's and a reader's machine, and a stranger who knows no site. Not thread-safe.
 *
 * <p>The site is open to the world, so the publisher's machine gives public data sets to strangers in the clear.
 */
final class TestSite implements AutoCloseable {
    private static final String READER = "reader";

    private final CloseStack opened;
    private final SiteProcess site;
    private final MachineProcess publisher;
    private final MachineProcess reader;
    private final PeerProcess stranger;

    private TestSite(SitePrograms programs, TempFolder folder, CloseStack opened)
            throws IOException, InterruptedException {
        this.opened = opened;
        site = opened.add(SiteProcess.start(programs, folder.make("site")));
        publisher = opened.add(MachineProcess.start(programs, site, "publisher",
                folder.make("publisher-home")));
        reader = opened.add(MachineProcess.start(programs, site, READER,
                folder.make("reader-home")));
        stranger = opened.add(ClientProgram.GRIDTORRENT
                .start(PeerSettings.here(folder.make("stranger-home"))));
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

    /** Publishes a folder for the reader alone; the data set's id. */
    String publishPrivately(Path data) throws IOException, InterruptedException {
        return publish(data, List.of("--user", READER));
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

    PeerProcess stranger() {
        return stranger;
    }

    @Override
    public void close() {
        opened.close();
    }
}

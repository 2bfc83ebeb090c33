package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.bench.peer.PeerProcess;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;

/**
 * Fetch of a public data set in the clear: from the publisher's daemon by a stranger, this project's engine too.
 *
 * <p>The files are those of the private data set by hard links, since no two data sets of a site are the same.
 */
final class ClearGet implements CopyTool {
    static final String TITLE = "GridTorrent, a public data set in the clear";

    private final TestSite site;
    private final Path source;
    private final Path own;
    private final Map<DatasetFiles, Path> torrents = new HashMap<>();

    /**
     * @param source folder of the files' folders
     * @param own an empty folder in the same file system
     */
    ClearGet(TestSite site, Path source, Path own) {
        this.site = site;
        this.source = source;
        this.own = own;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Optional<String> missing() {
        return Optional.empty();
    }

    @Override
    public void prepare(DatasetFiles files) throws IOException, InterruptedException {
        if (torrents.containsKey(files)) {
            return;
        }
        Path links = arrived(files, own);
        Tool.run(List.of("cp", "--archive", "--link", source.resolve(files.name()).toString(),
                links.toString()));
        Path torrent = own.resolve(files.name() + ".torrent");
        site.writeTorrent(site.publishOpenly(links), torrent);
        torrents.put(files, torrent);
    }

    @Override
    public TransferCost copy(DatasetFiles files, Path target)
            throws IOException, InterruptedException {
        PeerProcess stranger = site.stranger();
        PeerAddress publisher = new PeerAddress(site.publisher().address(), TcpTransport.NAME);
        double cpuBefore = cpuSeconds();
        double seconds = stranger.fetch(Objects.requireNonNull(torrents.get(files)), target,
                List.of(publisher)).seconds();
        return new TransferCost(files.length(), seconds, cpuSeconds() - cpuBefore);
    }

    private double cpuSeconds() throws IOException {
        return site.publisher().cpuSeconds() + site.stranger().cpu().toNanos() / 1e9;
    }

    @Override
    public Path arrived(DatasetFiles files, Path target) {
        return target.resolve(files.name() + "-public");
    }

    @Override
    public void release(DatasetFiles files) throws IOException {
        site.stranger().drop();
    }
}

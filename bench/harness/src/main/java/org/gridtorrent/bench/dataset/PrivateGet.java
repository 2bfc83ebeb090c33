package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.result.TransferCost;

/**
 * {@code gridtorrent dataset get} of a data set that was published for the reader alone: TLS between two daemons.
 *
 * <p>Its time is from the command's first line to the end of its wait: every piece is verified and synced then.
 */
final class PrivateGet implements CopyTool {
    static final String TITLE = "GridTorrent";
    static final String PTCP_TITLE = "GridTorrent over PTCP";

    private final String title;
    private final TestSite site;
    private final MachineProcess reader;
    private final Path source;

    private PrivateGet(String title, TestSite site, MachineProcess reader, Path source) {
        this.title = title;
        this.site = site;
        this.reader = reader;
        this.source = source;
    }

    /**
     * Two of them: over one TCP connection, and over PTCP.
     *
     * @param source folder of the files' folders
     */
    static List<PrivateGet> both(TestSite site, Path source) {
        return List.of(new PrivateGet(TITLE, site, site.reader(), source),
                new PrivateGet(PTCP_TITLE, site, site.ptcpReader(), source));
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Optional<String> missing() {
        return Optional.empty();
    }

    @Override
    public void prepare(DatasetFiles files) throws IOException, InterruptedException {
        var _ = id(files);
    }

    @Override
    public TransferCost copy(DatasetFiles files, Path target)
            throws IOException, InterruptedException {
        String id = id(files);
        double cpuBefore = cpuSeconds();
        long begunNs = System.nanoTime();
        var _ = reader.command(List.of("dataset", "get", id, "--dir", target.toString()));
        double seconds = (System.nanoTime() - begunNs) / 1e9;
        return new TransferCost(files.length(), seconds, cpuSeconds() - cpuBefore);
    }

    private String id(DatasetFiles files) throws IOException, InterruptedException {
        return site.publishPrivately(source.resolve(files.name()));
    }

    private double cpuSeconds() throws IOException {
        return site.publisher().cpuSeconds() + reader.cpuSeconds();
    }

    @Override
    public void release(DatasetFiles files) throws IOException, InterruptedException {
        var _ = reader.command(List.of("dataset", "drop", id(files)));
    }
}

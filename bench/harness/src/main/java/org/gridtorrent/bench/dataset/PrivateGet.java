package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.bench.result.TransferCost;

/**
 * {@code gridtorrent dataset get} of a data set that was published for the reader alone: TLS between two daemons.
 *
 * <p>Its time is from the command's first line to the end of its wait: every piece is verified and synced then.
 */
final class PrivateGet implements CopyTool {
    static final String TITLE = "GridTorrent";

    private final TestSite site;
    private final Path source;
    private final Map<DatasetFiles, String> published = new HashMap<>();

    /** @param source folder of the files' folders */
    PrivateGet(TestSite site, Path source) {
        this.site = site;
        this.source = source;
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
        if (!published.containsKey(files)) {
            published.put(files, site.publishPrivately(source.resolve(files.name())));
        }
    }

    @Override
    public TransferCost copy(DatasetFiles files, Path target)
            throws IOException, InterruptedException {
        double cpuBefore = cpuSeconds();
        long begunNs = System.nanoTime();
        var _ = site.reader()
                .command(List.of("dataset", "get", id(files), "--dir", target.toString()));
        double seconds = (System.nanoTime() - begunNs) / 1e9;
        return new TransferCost(files.length(), seconds, cpuSeconds() - cpuBefore);
    }

    private String id(DatasetFiles files) {
        return Objects.requireNonNull(published.get(files));
    }

    private double cpuSeconds() throws IOException {
        return site.publisher().cpuSeconds() + site.reader().cpuSeconds();
    }

    @Override
    public void release(DatasetFiles files) throws IOException, InterruptedException {
        var _ = site.reader().command(List.of("dataset", "drop", id(files)));
    }
}

package org.gridtorrent.bench.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.TempFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other programs, each with its own server on the loopback interface. */
class CopyToolTest {
    private static final List<DatasetFiles> ALL = List.of(
            DatasetFiles.large("one file", 3_000_000), DatasetFiles.small(5, 20_000));

    private final CloseStack opened = new CloseStack(System.err::println);
    private final List<CopyTool> tools = new ArrayList<>();
    private TempFolder folder;
    private Path source;

    @BeforeEach
    void writeFiles() throws Exception {
        folder = opened.add(TempFolder.create(ContentFolder.DISK));
        source = folder.make("source");
        for (DatasetFiles files : ALL) {
            files.write(source);
        }
        SshServer server = opened.add(new SshServer(folder.make("ssh")));
        tools.addAll(SshCopy.all(server, source, folder.path("copy.log")));
        tools.add(opened.add(new CurlCopy(source, folder.make("nginx"))));
        tools.add(new SyncthingCopy(folder, source, ALL, opened));
    }

    @AfterEach
    void close() {
        opened.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsync over ssh", "scp", "rclone over sftp",
        "curl from nginx over HTTPS", "Syncthing"})
    void copiesFilesAgainAndAgain_andCountsBothEnds(String title) throws Exception {
        CopyTool tool = tools.stream().filter(one -> one.title().equals(title)).findAny()
                .orElseThrow();
        assumeTrue(tool.missing().isEmpty(), () -> title + ": " + tool.missing().orElse(""));
        for (DatasetFiles files : List.of(ALL.getFirst(), ALL.getLast(), ALL.getLast())) {
            tool.prepare(files);
            Path target = folder.make("copy");
            var cost = tool.copy(files, target);
            files.check(source.resolve(files.name()), tool.arrived(files, target));
            assertThat(cost.bytes()).isEqualTo(files.length());
            assertThat(cost.seconds()).isPositive();
            assertThat(cost.cpuSeconds()).isNotNegative();
            tool.release(files);
            TempFolder.delete(target);
        }
    }
}

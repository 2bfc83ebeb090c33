package org.gridtorrent.catalog.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFormatsTest {
    @Test
    void endings_areTakenOfNamesAndTheMostFrequentFirst() {
        assertThat(FileFormats.among(List.of("a/run.1/frame.H5", "a/frame2.h5", "notes.txt",
                "all.tar.gz", "more.tar.gz", "last.tar.gz")))
                .containsExactly("tar.gz", "h5", "txt");
    }

    @Test
    void whatIsNoEnding_isNone() {
        assertThat(FileFormats.among(List.of("README", ".hidden", "a.b/c", "frame.001", "x.",
                "v1.2 final version"))).isEmpty();
    }

    @Test
    void formatsOfRealMetainfo_areRead(@TempDir Path folder) throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("set/sub")).resolve("a.csv"), "x");
        assertThat(FileFormats.of(new MetainfoBuilder(folder.resolve("set")).build().metainfo()
                .encoded())).containsExactly("csv");
        assertThat(FileFormats.of(new byte[]{'d', 1, 2})).isEmpty();
    }
}

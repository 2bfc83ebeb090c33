package org.gridtorrent.bench.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetFilesTest {
    private static final DatasetFiles FILES = DatasetFiles.small(1_002, 7);

    @TempDir
    private Path folder;

    private Path written(String name) throws IOException {
        Path parent = Files.createDirectory(folder.resolve(name));
        FILES.write(parent);
        return parent.resolve(FILES.name());
    }

    @Test
    void writesTheSameFilesEachTime_aThousandToAFolder() throws IOException {
        Path first = written("first");
        FILES.check(first, written("second"));
        try (var all = Files.list(first.resolve("part-00"));
                var rest = Files.list(first.resolve("part-01"))) {
            assertThat(all).hasSize(1_000).allSatisfy(file -> assertThat(file).hasSize(7));
            assertThat(rest).hasSize(2);
        }
        assertThat(FILES.length()).isEqualTo(1_002 * 7);
    }

    @Test
    void findsAFileThatDiffers() throws IOException {
        Path original = written("original");
        Path copy = written("copy");
        Path changed = copy.resolve("part-01/001.dat");
        Files.writeString(changed, "changed");
        assertThatThrownBy(() -> FILES.check(original, copy)).isInstanceOf(IOException.class)
                .hasMessage(changed + " is not what was sent");
    }

    @Test
    void findsAFileThatIsMissing() throws IOException {
        Path original = written("original");
        Path copy = written("copy");
        Files.delete(copy.resolve("part-00/000.dat"));
        assertThatThrownBy(() -> FILES.check(original, copy)).isInstanceOf(IOException.class);
    }

    @Test
    void saysHowManyAndHowLong() {
        assertThat(DatasetFiles.small(20_000, 20_000).title())
                .isEqualTo("20,000 files of 20 KB");
    }
}

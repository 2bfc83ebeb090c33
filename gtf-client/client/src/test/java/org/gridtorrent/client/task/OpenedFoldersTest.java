package org.gridtorrent.client.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenedFoldersTest {
    @TempDir
    private Path folder;

    @Test
    void flippedBit_opensNoOtherFolder() throws Exception {
        Path file = folder.resolve("folders");
        Path aside = folder.resolve("folders.damaged");
        var folders = new OpenedFolders(file);
        Path opened = folders.open(Files.createDirectory(folder.resolve("data")));
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (1 << i % 8);
            Files.write(file, bad);
            if (folders.all().isEmpty()) {
                assertThat(aside).hasBinaryContent(bad);
                Files.delete(aside);
            } else {
                assertThat(folders.all()).as("bit of byte " + i).containsExactly(opened);
            }
        }
    }

    @Test
    void listOfAnEarlierProgram_isRead() throws Exception {
        Path file = Files.writeString(folder.resolve("folders"), "/data\n/scratch\n");
        assertThat(new OpenedFolders(file).all()).containsExactly(Path.of("/data"),
                Path.of("/scratch"));
    }
}

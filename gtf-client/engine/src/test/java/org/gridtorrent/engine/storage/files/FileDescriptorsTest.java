package org.gridtorrent.engine.storage.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDescriptorsTest {
    @TempDir
    Path folder;

    /** In a process whose connections take all descriptors for a while. */
    @Test
    void piecesWaitForAFileDescriptor() throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c",
                "ulimit -n 256; exec \"$0\" \"$@\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-MaxFDLimit", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"),
                DescriptorShortage.class.getName(), folder.toString())
                .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).endsWith("kept\n");
    }
}

package org.gridtorrent.engine.storage.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDescriptorsTest {
    @TempDir
    Path folder;

    /** A process whose connections took all there are for a while, as when a thousand machines come at once. */
    @Test
    void whatComesWhileThereIsNoDescriptor_isKeptWhenThereIsOneAgain() throws Exception {
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

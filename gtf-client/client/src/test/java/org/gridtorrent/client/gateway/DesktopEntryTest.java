package org.gridtorrent.client.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The desktop entry beside the launcher, by which gridjet:// links open. */
class DesktopEntryTest {
    private static final String NAME = "gridtorrent-gridjet.desktop";
    private static final Path ENTRY = Path.of("src/share/applications", NAME);

    @TempDir
    private Path folder;

    private String run(String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        Process process = builder.start();
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(words).isZero();
        return words.strip();
    }

    @Test
    void isValid() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/desktop-file-validate")),
                "desktop-file-utils is not installed");
        assertThat(run("desktop-file-validate", ENTRY.toString())).isEmpty();
    }

    @Test
    void opensGridjetLinks() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/xdg-mime")),
                "xdg-utils is not installed");
        Path applications = Files.createDirectories(folder.resolve("data/applications"));
        Files.createDirectories(folder.resolve("config"));
        Files.copy(ENTRY, applications.resolve(NAME));
        run("xdg-mime", "default", NAME, "x-scheme-handler/gridjet");
        assertThat(run("xdg-mime", "query", "default", "x-scheme-handler/gridjet"))
                .isEqualTo(NAME);
    }
}

package org.gridtorrent.client.command.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.terminal.ExitStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemdUnitTest {
    private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");

    @TempDir
    private Path folder;

    @Test
    void homeIsNamedOnlyWhenItIsNotTheUsual() {
        assertThat(SystemdUnit.text(Path.of("/opt/gt/bin/gridtorrent"), Optional.empty(), "", true))
                .contains("ExecStart=\"/opt/gt/bin/gridtorrent\" daemon run\n")
                .contains("WantedBy=default.target").doesNotContain("ProtectSystem");
        assertThat(SystemdUnit.text(Path.of("/opt/gt/bin/gridtorrent"),
                Optional.of(Path.of("/data/home")), "", false))
                .contains("daemon run --home \"/data/home\"\n")
                .contains("WantedBy=multi-user.target").contains("ProtectSystem=full");
    }

    @Test
    void unitsOfBothPrograms_areNotRestartedAfterWhatARestartDoesNotMend() throws IOException {
        String permanent = "RestartPreventExitStatus=%d %d %d %d\n".formatted(
                ExitStatus.WRONG_USAGE, ExitStatus.BAD_INPUT, ExitStatus.NOT_ALLOWED,
                ExitStatus.NOT_FOUND);
        assertThat(SystemdUnit.text(Path.of("/opt/gt/bin/gridtorrent"), Optional.empty(), "", true))
                .contains(permanent);
        for (String name : List.of("gridtorrent", "gridtorrent-server")) {
            assertThat(Path.of("../../packaging", name, "root/usr/lib/systemd/system",
                    name + ".service")).content().contains(permanent);
        }
    }

    @Test
    void systemdUnderstandsIt_whateverTheFoldersAreCalled() throws Exception {
        assumeTrue(Files.isExecutable(ANALYZE), "systemd-analyze is not installed");
        Path launcher = launcher(folder.resolve("50% of $HOME"));
        Path unit = folder.resolve("gridtorrent.service");
        Files.writeString(unit,
                SystemdUnit.text(launcher,
                        Optional.of(folder.resolve("a \\ $HOME \"quoted\" 100%")),
                        "/opt/a jdk", false));
        Process analyze = new ProcessBuilder(ANALYZE.toString(), "verify", "--man=no",
                unit.toString()).redirectErrorStream(true).start();
        String words = new String(analyze.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(analyze.waitFor()).as(words).isZero();
        assertThat(words).doesNotContain("gridtorrent.service");
    }

    private static Path launcher(Path program) throws IOException {
        Path bin = Files.createDirectories(program.resolve("bin"));
        return Files.createFile(bin.resolve("gridtorrent"), PosixFilePermissions
                .asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
}

package org.gridtorrent.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gridtorrent.terminal.ExitStatus;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process: what it takes over from the shell that starts it. */
@Timeout(60)
class MainProcessTest {
    @TempDir
    private Path folder;

    /** How a process ended, and both its streams. */
    private record Ended(int status, String text) {}

    /** Runs {@code script} with the program as {@code "$@"} in the test's folder. */
    private Ended shell(String script) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp",
                System.getProperty("java.class.path"), Main.class.getName()));
        Process process = new ProcessBuilder(command).directory(folder.toFile())
                .redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), text);
    }

    @Test
    void newTorrent_hasTheRightsThatTheUmaskLeaves() throws Exception {
        Files.writeString(folder.resolve("data"), "measured");
        Ended ended = shell("umask 027; exec \"$@\" torrent create data");
        assertThat(ended.status).as(ended.text).isEqualTo(ExitStatus.DONE);
        assertThat(Files.getPosixFilePermissions(folder.resolve("data.torrent")))
                .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
    }

    /** Root reads everything unless it gives that right away. */
    @Test
    void allThatCannotBeRead_isNamedBeforeAnythingIsHashed() throws Exception {
        Path data = folder.resolve("data");
        Files.createDirectories(data.resolve("closed"));
        for (String name : List.of("a", "b", "c", "closed/below")) {
            Files.writeString(data.resolve(name), "measured");
        }
        for (String name : List.of("b", "c", "closed")) {
            Files.setPosixFilePermissions(data.resolve(name), Set.of());
        }
        String limited = "exec setpriv --bounding-set=-dac_override,-dac_read_search ";
        Assumptions.assumeTrue(shell(limited + "true").status == 0,
                "setpriv takes no rights away here");
        Ended ended = shell(limited + "\"$@\" torrent create data");
        assertThat(ended.status).as(ended.text).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ended.text).hasLineCount(1).contains("3 paths in ",
                ": b: this user may not read it; c: this user may not read it;"
                        + " closed: this user may not read it");
        assertThat(folder.resolve("data.torrent")).doesNotExist();
    }

    @Test
    void machineWhoseNameLeadsNowhere_doesNotStopAnEnrolment() throws Exception {
        String named = "exec unshare --map-root-user --uts sh -c 'hostname nosuch.invalid && exec \"$@\"' sh ";
        Assumptions.assumeTrue(shell(named + "true").status == 0,
                "no other host name can be set here");
        Ended ended = shell(named + "\"$@\" enrol http://127.0.0.1:1 "
                + "AAAA-".repeat(12) + "AAAA --home .");
        assertThat(ended.status).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(ended.text).contains("nobody answered at http://127.0.0.1:1").hasLineCount(1);
    }

    /** Root is let in everywhere unless it gives that right away. */
    @Test
    void homeOfAnotherUser_isNotAllowed() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(home, Set.of());
        String limited = "exec setpriv --bounding-set=-dac_override,-dac_read_search ";
        Assumptions.assumeTrue(shell(limited + "true").status == 0,
                "setpriv takes no rights away here");
        Ended ended = shell(limited + "\"$@\" task list --home home");
        assertThat(ended.status).as(ended.text).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(ended.text).contains("may not read or write it").hasLineCount(1);
    }
}

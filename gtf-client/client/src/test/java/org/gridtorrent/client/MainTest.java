package org.gridtorrent.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program as scripts see it: arguments in, exit status and both streams out. */
class MainTest {
    private static final String CODE = "AAAA-".repeat(12) + "AAAA";

    @TempDir
    private Path home;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private byte[] in = {};
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return run(environment(), arguments);
    }

    private Map<String, String> environment() {
        return Map.of("GRIDTORRENT_HOME", home.toString());
    }

    private int run(Map<String, String> environment, String... arguments) {
        return run(environment, out, arguments);
    }

    private int run(Map<String, String> environment, OutputStream answers, String... arguments) {
        Output output = new Output(answers, new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        return Main.run(new Invocation(environment, new ByteArrayInputStream(in), output),
                arguments);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void unknownCommand_isWrongUsage() {
        assertThat(run("torrnt")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("Did you mean").contains("torrent");
    }

    /** Of the whole tree, and of its own branch, which is all that grows when it comes first. */
    @ParameterizedTest
    @ValueSource(strings = {"torrent", "fetch", "enrol", "daemon", "dataset", "access", "task",
        "folder",
        "group", "buddy", "inbox", "subscribe", "mount", "unmount", "draft", "cache", "paths",
        "doctor",
        "generate-completion"})
    void helpOfACommand_isTheSameByBothWays(String command) {
        assertThat(run("help", command)).isZero();
        String ofTheWhole = out();
        out.reset();
        assertThat(run(command, "--help")).isZero();
        assertThat(out()).isEqualTo(ofTheWhole).startsWith("Usage: gridtorrent " + command);
    }

    @Test
    void completion_knowsEveryBranch() {
        assertThat(run("generate-completion")).isZero();
        assertThat(out()).contains("_gridtorrent_torrent_get", "_gridtorrent_doctor",
                "_gridtorrent_dataset_publish");
    }

    @Test
    void groupAlone_isWrongUsage() {
        assertThat(run("dataset")).isEqualTo(ExitStatus.WRONG_USAGE);
    }

    @Test
    void withoutADaemon_nobodyAnswersAndTheWayOutIsSaid() {
        assertThat(run("task", "list")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err()).contains("daemon run").hasLineCount(1);
    }

    @Test
    void withoutEnrolment_isNotAllowed() {
        assertThat(run("daemon", "run")).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(err()).contains("gridtorrent enrol URL CODE").hasLineCount(1);
    }

    @Test
    void malformedCode_isBadInput() {
        assertThat(run("enrol", "http://127.0.0.1:1", "abc")).isEqualTo(ExitStatus.BAD_INPUT);
    }

    @Test
    void siteThatIsNotThere_doesNotAnswer() {
        assertThat(run("enrol", "http://127.0.0.1:1", CODE)).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err()).contains("nobody answered at http://127.0.0.1:1;").hasLineCount(1);
    }

    @Test
    void addressThatIsNone_isWrongUsage() {
        assertThat(run("enrol", "ftp://127.0.0.1", CODE)).isEqualTo(ExitStatus.WRONG_USAGE);
    }

    @Test
    void folderThatIsNotThere_isNotFound() {
        assertThat(run("folder", "open", "/nowhere/at/all")).isEqualTo(ExitStatus.NOT_FOUND);
    }

    @Test
    void accessOfTwoKinds_isWrongUsage() {
        assertThat(run("dataset", "publish", "x", "--title", "t", "--public", "--group", "g"))
                .isEqualTo(ExitStatus.WRONG_USAGE);
    }

    @Test
    void malformedConfiguration_isSaidWithItsPlace() throws Exception {
        Files.writeString(home.resolve("config.toml"), "listen = \n");
        assertThat(run("paths")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("config.toml").contains("line 1").doesNotContain("\tat ");
    }

    @Test
    void unknownSetting_isNamed() throws Exception {
        Files.writeString(home.resolve("config.toml"), "lisen = \"0.0.0.0:1\"\n");
        assertThat(run("paths")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("lisen");
    }

    @Test
    void folderWithMoreThanData_isOpenedWithAWarning() throws Exception {
        assertThat(run("folder", "open", "/")).isZero();
        assertThat(err()).contains("Warning: / holds all files of this machine",
                "gridtorrent folder close /").hasLineCount(1);
        err.reset();
        assertThat(run("folder", "open", home.toString())).isZero();
        assertThat(err()).contains("holds this program's keys");
        err.reset();
        Path data = Files.createDirectory(home.resolve("data"));
        assertThat(run("folder", "open", data.toString())).isZero();
        assertThat(err()).isEmpty();
    }

    @Test
    void openedFolder_isListedInJson() throws Exception {
        Path data = Files.createDirectory(home.resolve("data"));
        assertThat(run("folder", "open", data.toString())).isZero();
        out.reset();
        assertThat(run("folder", "list", "--json")).isZero();
        assertThat(out()).isEqualTo("{\"folders\":[\"" + data.toRealPath() + "\"]}\n");
        assertThat(run("folder", "close", data.toString())).isZero();
        assertThat(run("folder", "close", data.toString())).isEqualTo(ExitStatus.NOT_FOUND);
    }

    @Test
    void homeFlag_comesBeforeTheEnvironment() throws Exception {
        Path other = Files.createDirectory(home.resolve("other"));
        assertThat(run("--home", other.toString(), "paths")).isZero();
        assertThat(out()).contains(other.resolve("identity").toString());
    }

    @Test
    void doctor_saysWhatIsMissing() {
        assertThat(run("doctor")).isEqualTo(ExitStatus.FAILED);
        assertThat(out()).contains("WRONG enrolment").contains("WRONG daemon")
                .contains("ok    home");
    }

    @Test
    void help_isDone() {
        assertThat(run("dataset", "get", "--help")).isZero();
        assertThat(out()).contains("--dir");
    }

    @Test
    void torrentCreate_writesOverNothingButATorrent() throws Exception {
        Path data = Files.createDirectory(home.resolve("data"));
        Path file = Files.writeString(data.resolve("a.bin"), "measured");
        Path notes = Files.writeString(home.resolve("notes.txt"), "kept");
        assertThat(run("torrent", "create", data.toString(), "-o", file.toString()))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run("torrent", "create", data.toString(), "-o", notes.toString()))
                .isEqualTo(ExitStatus.FAILED);
        assertThat(file).hasContent("measured");
        assertThat(notes).hasContent("kept");
        String torrent = home.resolve("data.torrent").toString();
        for (int i = 0; i < 2; i++) {
            assertThat(run("torrent", "create", data.toString(), "-o", torrent))
                    .isEqualTo(ExitStatus.DONE);
        }
    }

    private Path torrent() throws Exception {
        Path data = Files.writeString(home.resolve("data.bin"), "measured");
        Path torrent = home.resolve("data.torrent");
        assertThat(run("torrent", "create", data.toString(), "-o", torrent.toString())).isZero();
        out.reset();
        return torrent;
    }

    @Test
    void torrent_isReadFromStandardInput() throws Exception {
        in = Files.readAllBytes(torrent());
        assertThat(run("torrent", "show", "-")).isZero();
        assertThat(out()).contains("data.bin");
        in = new byte[]{'d', '4'};
        assertThat(run("torrent", "show", "-")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).startsWith("gridtorrent: standard input: ").hasLineCount(1);
    }

    @Test
    void torrent_isReadFromAPipe() throws Exception {
        Path torrent = torrent();
        Path pipe = home.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0,
                "mkfifo makes no pipe here");
        Process writer = new ProcessBuilder("cp", torrent.toString(), pipe.toString()).start();
        assertThat(run("torrent", "show", pipe.toString())).isZero();
        assertThat(out()).contains("data.bin");
        assertThat(writer.waitFor()).isZero();
    }

    @Test
    void endlessDevice_isTooLongForATorrent() {
        assumeTrue(Files.exists(Path.of("/dev/zero")), "there is no /dev/zero");
        assertThat(run("torrent", "show", "/dev/zero")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("/dev/zero: is too long").hasLineCount(1);
    }

    @Test
    void answerThatCannotBeWritten_isAFailure() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        for (String[] command : new String[][]{{"paths"}, {"paths", "--json"}, {"--help"},
            {"generate-completion"}}) {
            err.reset();
            try (OutputStream answers = Files.newOutputStream(full)) {
                assertThat(run(environment(), answers, command)).isEqualTo(ExitStatus.FAILED);
            }
            assertThat(err()).contains("standard output (No space left on device)").hasLineCount(1);
        }
    }

    @Test
    void readerThatClosedThePipe_isNotTold() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().close();
        try (OutputStream answers = Channels.newOutputStream(pipe.sink())) {
            assertThat(run(environment(), answers, "paths")).isEqualTo(ExitStatus.BROKEN_PIPE);
        }
        assertThat(err()).isEmpty();
    }

    @Test
    void nameThatIsTooLongForTheResult_isRefusedBeforeHashing() throws Exception {
        Path data = Files.writeString(home.resolve("n".repeat(250)), "measured");
        Path target = home.resolve(data.getFileName() + ".torrent");
        assertThat(run("torrent", "create", data.toString(), "-o", target.toString()))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("File name too long").contains("-o names another")
                .hasLineCount(1);
    }

    @Test
    void everyLinkOutOfTheFolder_isNamedOrLeftOut() throws Exception {
        Path data = Files.createDirectory(home.resolve("data"));
        Files.writeString(data.resolve("a.bin"), "measured");
        for (int i = 10; i < 25; i++) {
            Files.createSymbolicLink(data.resolve("link" + i), Path.of("/etc/passwd"));
        }
        String target = home.resolve("data.torrent").toString();
        assertThat(run("torrent", "create", data.toString(), "-o", target))
                .isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("link10", "link19", "link20", "link24");
        assertThat(run("torrent", "create", data.toString(), "-o", target, "--skip-links"))
                .isZero();
        assertThat(out()).contains("1 file,");
        assertThat(err()).contains("link24: a link, which is left out");
    }

    @Test
    void addressThatCannotBeOne_isSaidWithoutNamesOfClasses() {
        assertThat(run("enrol", "http://lab site/", CODE)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("'http://lab site/' has a host name that no host can have")
                .doesNotContain("Exception", "java.");
    }

    @Test
    void configurationInAnotherEncoding_isSaid() throws Exception {
        Files.write(home.resolve("config.toml"), new byte[]{'#', (byte) 0xfc, '\n'});
        assertThat(run("paths")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("config.toml is not in UTF-8").hasLineCount(1);
    }
}

package org.gridtorrent.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shell script that starts the program, on machines with other Javas than it needs. */
@Timeout(60)
class LauncherTest {
    /** Empty folders over all places where a JDK might be. */
    private static final String WITHOUT_JAVA = "for place in /usr/lib/jvm /opt; do"
            + " if [ -d $place ]; then mount -t tmpfs none $place || exit 99; fi; done; exec \"$@\"";

    @TempDir
    private Path folder;
    private Path program;

    @BeforeEach
    void install() throws IOException {
        program = Files.createDirectories(folder.resolve("a folder/bin")).resolve("program");
        Files.copy(Path.of("src/launcher/launch"), program);
        Path lib = Files.createDirectories(folder.resolve("a folder/lib"));
        Files.writeString(lib.resolve("program.args"), "-version\n");
    }

    /** How a command ended, and both its streams. */
    private record Ended(int status, String words) {}

    private Ended run(String java, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("GRIDTORRENT_JAVA_HOME", java);
        Process process = builder.start();
        process.getOutputStream().close();
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), words);
    }

    private Ended runWithoutJava(String java) throws Exception {
        List<String> command = new ArrayList<>(List.of("unshare", "--map-root-user", "--mount",
                "sh", "-c", WITHOUT_JAVA, "sh"));
        assumeTrue(canHide(command), "this system does not let its folders be hidden");
        command.addAll(List.of("sh", program.toString()));
        return run(java, command.toArray(String[]::new));
    }

    private boolean canHide(List<String> hiding) throws Exception {
        List<String> command = new ArrayList<>(hiding);
        command.add("true");
        try {
            return run("", command.toArray(String[]::new)).status == 0;
        } catch (IOException e) {
            return false; // there is no unshare
        }
    }

    @Test
    void namedJava_isUsed() throws Exception {
        Ended ended = run(System.getProperty("java.home"), "sh", program.toString());
        assertThat(ended.status).isZero();
        assertThat(ended.words).contains(System.getProperty("java.version"));
    }

    /** Beside a jar, as a build leaves it; nothing that a JDK could use. */
    private Path learn() throws Exception {
        return learn("program.aot");
    }

    private Path learn(String cache) throws Exception {
        Path lib = folder.resolve("a folder/lib");
        Path jar = Files.writeString(lib.resolve("program.jar"), "as it was");
        Files.writeString(lib.resolve(cache), "learnt by another JDK");
        Ended sums = run("", "sh", "-c", "cd '" + lib + "' && cksum ./*.jar " + cache);
        Files.writeString(lib.resolve(cache + ".sums"), sums.words);
        return jar;
    }

    /** A Java that says what it was called with. */
    private Path saying() throws IOException {
        Path home = folder.resolve("saying");
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        return home;
    }

    @Test
    void whatWasLearntOfTheseJars_isHandedOn() throws Exception {
        learn();
        Ended ended = run(saying().toString(), "sh", program.toString());
        assertThat(ended.words).contains("-XX:AOTCache=", "lib/program.aot ");
    }

    @Test
    void whatWasLearntForTheWord_isHandedOn() throws Exception {
        learn();
        learn("program-run.aot");
        Files.writeString(folder.resolve("a folder/lib/program-run.args"), "-version\n");
        Ended ended = run(saying().toString(), "sh", program.toString(), "daemon", "run");
        assertThat(ended.words).contains("lib/program-run.aot ", "program-run.args daemon run");
    }

    @Test
    void optionsOfTwoWords_goBeforeThoseOfTheFirst() throws Exception {
        Path lib = folder.resolve("a folder/lib");
        for (String words : List.of("torrent", "torrent-show")) {
            Files.writeString(lib.resolve("program-" + words + ".args"), "-version\n");
        }
        String java = saying().toString();
        assertThat(run(java, "sh", program.toString(), "torrent", "show", "x").words)
                .contains("program-torrent-show.args torrent show x");
        assertThat(run(java, "sh", program.toString(), "torrent", "get", "show").words)
                .contains("program-torrent.args torrent get show");
    }

    @Test
    void ownRunTime_isTakenWhereNoJavaIsNamed() throws Exception {
        Files.move(saying(), folder.resolve("a folder/runtime"));
        Ended ended = run("", "sh", program.toString(), "a word");
        assertThat(ended.words).contains("program.args a word");
        Files.writeString(folder.resolve("a folder/lib/program.args"), "-version\n");
        assertThat(run(System.getProperty("java.home"), "sh", program.toString()).words)
                .contains(System.getProperty("java.version"));
    }

    @Test
    void heapOfLongWork_isWhatTheEnvironmentSays() throws Exception {
        Files.writeString(folder.resolve("a folder/lib/program-run.args"),
                "# Long work.\n-Xmn6m\n-Xmx1g\n-XX:MaxRAMPercentage=25\nMain\n");
        String java = saying().toString();
        assertThat(run(java, "env", "GRIDTORRENT_HEAP=2g", "sh", program.toString(), "run",
                "a b").words).contains("-Xmx2g -Xmn6m Main run a b")
                .doesNotContain("-Xmx1g", "MaxRAMPercentage", "Long work");
        assertThat(run(java, "env", "GRIDTORRENT_HEAP=40%", "sh", program.toString(), "run").words)
                .contains("-XX:MaxRAMPercentage=40 -Xmn6m Main run");
        assertThat(run(java, "env", "GRIDTORRENT_HEAP=2g", "sh", program.toString(), "show").words)
                .contains("program.args show").doesNotContain("-Xmx2g");
        for (String wrong : List.of("lots", "g", "%", "0", "2gb", "-1g")) {
            Ended refused = run(java, "env", "GRIDTORRENT_HEAP=" + wrong, "sh",
                    program.toString(), "run");
            assertThat(refused.status).as(wrong).isEqualTo(2);
            assertThat(refused.words).contains("GRIDTORRENT_HEAP is '" + wrong + "'", "2g", "40%");
        }
    }

    @Test
    void whatWasLearntOfOtherJars_isNot() throws Exception {
        Files.writeString(learn(), "as it is!");
        Ended ended = run(saying().toString(), "sh", program.toString());
        assertThat(ended.words).contains("program.args").doesNotContain("AOT", "aot");
    }

    @Test
    void whatWasLearntAndIsDamaged_isNot() throws Exception {
        learn();
        Files.writeString(folder.resolve("a folder/lib/program.aot"), "learnt by another jdk");
        Ended ended = run(saying().toString(), "sh", program.toString());
        assertThat(ended.words).contains("program.args").doesNotContain("AOT", "aot");
    }

    @Test
    void whatAnotherJdkLearnt_isPassedOverInSilence() throws Exception {
        learn();
        Ended ended = run(System.getProperty("java.home"), "sh", program.toString());
        assertThat(ended.status).isZero();
        assertThat(ended.words).contains(System.getProperty("java.version"))
                .doesNotContain("AOT", "aot");
    }

    /** As cron and systemd start it. */
    @Test
    void fileNamesAndWords_areUtf8WhateverTheLocaleIs() throws Exception {
        Files.writeString(folder.resolve("a folder/lib/program.args"), "-cp \""
                + System.getProperty("java.class.path") + "\"\n" + Main.class.getName() + "\n");
        Path data = Files.writeString(folder.resolve("Müller.txt"), "measured");
        Path torrent = folder.resolve("Müller.torrent");
        Ended made = run(System.getProperty("java.home"), "env", "LC_ALL=C", "sh",
                program.toString(), "torrent", "create", data.toString(), "--comment", "für Jörg",
                "-o", torrent.toString());
        assertThat(made.status).as(made.words).isZero();
        Metainfo metainfo = Metainfo.parse(Files.readAllBytes(torrent));
        assertThat(metainfo.name()).isEqualTo("Müller.txt");
        assertThat(metainfo.comment()).hasValue("für Jörg");
    }

    @Test
    void withoutAnyJava_oneLineSaysWhatIsMissing() throws Exception {
        Ended ended = runWithoutJava("");
        assertThat(ended.status).isEqualTo(1);
        assertThat(ended.words).isEqualTo("program: needs a JDK 25 or newer; install one, or say"
                + " where it is in GRIDTORRENT_JAVA_HOME\n");
    }

    @Test
    void folderFromWhichJavaStartsNothing_isNamed() throws Exception {
        Path moved = Files.move(folder.resolve("a folder"), folder.resolve("a:folder"));
        Ended ended = run(System.getProperty("java.home"), "sh",
                moved.resolve("bin/program").toString());
        assertThat(ended.status).isEqualTo(1);
        assertThat(ended.words).isEqualTo("program: Java starts nothing from a folder with a colon"
                + " in its path, such as " + moved.toRealPath() + "; rename or move it\n");
    }

    @Test
    void javaThatIsTooOld_isPassedOver() throws Exception {
        Path old = folder.resolve("old");
        Path java = Files.createDirectories(old.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho old java ran\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        Ended ended = runWithoutJava(old.toString());
        assertThat(ended.status).isEqualTo(1);
        assertThat(ended.words).contains("needs a JDK 25").doesNotContain("old java ran");
    }
}

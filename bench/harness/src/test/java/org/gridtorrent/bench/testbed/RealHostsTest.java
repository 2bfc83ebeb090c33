package org.gridtorrent.bench.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
class RealHostsTest {
    private static final String VERSION = "development";

    @TempDir
    private Path temp = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void name() {
        file = temp.resolve("hosts");
    }

    @Test
    void passesArgumentsToAHostUnchanged() throws IOException, InterruptedException {
        Network hosts = given("# the sender first\n\n127.0.0.1\n127.0.0.2   sh -c\n");
        assertThat(hosts.sender().hasDiskOfItsOwn()).isFalse();
        assertThat(hosts.receiver().hasDiskOfItsOwn()).isTrue();
        List<String> hard = List.of("printf", "<%s>", "two words", "", "it's", "$HOME", "a\"b", "*",
                "new\nline");
        assertThat(Tool.run(hosts.receiver().commandOn(hard)))
                .isEqualTo("<two words><><it's><$HOME><a\"b><*><new\nline>");
        assertThat(hosts.describe()).matches("hosts 127\\.0\\.0\\.1, 127\\.0\\.0\\.2, \\w+");
        assertThat(hosts.health()).matches("round trip [\\d.]+ ms; .*");
    }

    @Test
    void sendsFromTheFirstHostToTheSecond()
            throws IOException, InterruptedException {
        Network hosts = given("127.0.0.3\n127.0.0.1 sh -c\n  # another\n127.0.0.2 sh -c\n");
        assertThat(hosts.hosts()).extracting(Host::address)
                .containsExactly("127.0.0.3", "127.0.0.1", "127.0.0.2");
        assertThat(hosts.sender().address()).isEqualTo("127.0.0.3");
        assertThat(hosts.receiver().address()).isEqualTo("127.0.0.1");
        assertThat(List.of(hosts.holdBuffers(1), hosts.useCongestionControl("reno")))
                .containsOnly(false);
    }

    @Test
    void reportsUnusableHostsByTheirLine() {
        assertThatThrownBy(() -> given("127.0.0.1\nlab7 ssh lab7\n"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("hosts, line 2: ")
                .hasMessageContaining("ADDRESS [COMMAND]");
        assertThatThrownBy(() -> given("127.0.0.1\n"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("names 1 hosts");
        assertThatThrownBy(() -> given("127.0.0.1\n127.0.0.2 false\n"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("host 127.0.0.2 does not run cat");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
        "127.0.0.1 sh -c; 127.0.0.1 sh -c | 127.0.0.1 is named twice",
        "127.0.0.1; 127.0.0.2 | both are this machine",
        "0.0.0.0 sh -c; 127.0.0.1 sh -c | 0.0.0.0 is no host's address",
        "127.0.0.1; 127.0.0.2 echo | does not pass on what programs there read and write",
        "127.0.0.1; 127.0.0.2 sh -c 'echo Welcome; sh -c \"$1\"' sh | of a line came back 'Welcome'",
        "127.0.0.1; 127.0.0.2 sh -c 'sh -c \"$1\" < /dev/null' sh | of a line came back ''",
        "127.0.0.1; 198.18.255.254 sh -c | 198.18.255.254 does not answer 127.0.0.1"})
    void refusesHostsThatWouldMeasureNothing(String lines, String why) {
        assertThatThrownBy(() -> given(lines.replace("; 1", "\n1")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(why);
    }

    @Test
    void refusesAFolderAndBinaryFiles() {
        assertThatThrownBy(() -> RealHosts.read(temp, VERSION))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("is a folder");
        assertThatThrownBy(() -> {
            Files.write(file, new byte[]{(byte) 0xff});
            RealHosts.read(file, VERSION);
        }).isInstanceOf(CommandFailure.class).hasMessageContaining("is not text");
    }

    @Test
    void refusesHostsThatShareADisk() throws Exception {
        Network hosts = given("127.0.0.1 sh -c\n127.0.0.2 sh -c\n");
        assertThatThrownBy(() -> SharedFolder.create(temp, hosts.hosts()))
                .hasMessageContaining("host 127.0.0.1 cannot keep")
                .hasMessageContaining("on a disk that no other host has");
        assertThat(temp).isDirectoryNotContaining("glob:**/gridtorrent-bench-*");
    }

    @Test
    void refusesAnotherVersion() throws IOException {
        Files.writeString(file, "127.0.0.1\n127.0.0.2 sh -c\n");
        assertThatThrownBy(() -> RealHosts.read(file, "0.0.7"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("another version");
    }

    private Network given(String text) throws IOException, InterruptedException {
        Files.writeString(file, text);
        return RealHosts.read(file, VERSION);
    }
}

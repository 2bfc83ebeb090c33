package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of {@code server.toml}, by the real program where it has to start. */
class ConfigurationTest {
    @TempDir
    Path folder;

    private void configure(String text) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("home")).resolve("server.toml"),
                text);
    }

    private Commands.Answer runServer() {
        return new Commands(folder.resolve("home")).run("run");
    }

    @Test
    void optionsComeFromTheFile_unlessEnvironmentOrFlagsSayOtherwise() throws Exception {
        configure("""
                site = "from-file"
                pages-url = "https://file.example.org"
                tracker-url = "https://file.example.org:8481"
                trusted-proxy = "127.0.0.1,127.0.0.2"
                mail-confirm = false
                file-downloads = "off"
                """);
        try (ServerProcess server = ServerProcess.run(folder.resolve("home"),
                Map.of("GRIDTORRENT_TRACKER_URL", "https://environment.example.org:8481"),
                "--site", "from-flag")) {
            assertThat(server.pages()).isEqualTo(URI.create("https://file.example.org"));
            assertThat(server.words()).contains("https://environment.example.org:8481",
                    "\"from-flag\"").doesNotContain("from-file");
            assertThat(server.stop()).isZero();
        }
    }

    @Test
    void whatIsWrongIsSaidInALine() throws IOException {
        configure("trakcer = \"127.0.0.1:1\"\n");
        assertThat(runServer().err()).contains("unknown setting 'trakcer'");
        assertThat(runServer().status()).isEqualTo(2);
        configure("site = \"lab\"\nhttp = 8480\n");
        assertThat(runServer().err()).contains("server.toml, line 2: 'http' must be a text");
        configure("http = \n");
        assertThat(runServer().err()).contains("server.toml, line 1");
        configure("http = \"nowhere\"\n");
        assertThat(runServer()).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(2);
            assertThat(answer.err()).contains("--http").contains("nowhere");
        });
    }

    @Test
    void wrongValue_isToldWithThePlaceWhereItIsSet() throws IOException {
        String file = folder.resolve("home/server.toml").toString();
        for (var wrong : Map.of("http", "nowhere", "site", "Not A Label!", "database", "jdbc:x:y",
                "copy-lost", "1s", "host", "a_b", "log-count", "0", "log-file", "/proc/none/log",
                "mail-from", "nobody", "file-downloads", "perhaps").entrySet()) {
            String besides = switch (wrong.getKey()) {
                case "log-count" -> "log-file = \"log\"\n";
                case "mail-from" -> "mail = \"127.0.0.1:1\"\n";
                default -> "";
            };
            configure("tracker = \"127.0.0.1:0\"\n\n%s = \"%s\"\n%s".formatted(wrong.getKey(),
                    wrong.getValue(), besides));
            assertThat(runServer().err()).contains("(--" + wrong.getKey() + " is set in " + file
                    + ", line 3)");
        }
        configure("http = \"127.0.0.1:0\"\n");
        try (ServerProcess server = ServerProcess.run(folder.resolve("home"),
                Map.of("GRIDTORRENT_HOST", "a_b"))) {
            assertThat(server).isNull();
        } catch (IOException ended) {
            assertThat(ended).hasMessageContaining(
                    "(--host is set in the environment, GRIDTORRENT_HOST)");
        }
    }

    /** Only {@code run} reads options from the file: others must not become what they were not told. */
    @Test
    void otherCommandsTakeTheirOwnOptions() throws IOException {
        configure("site = \"lab\"\n");
        assertThat(new Commands(folder.resolve("home")).run("user", "list").status()).isEqualTo(5);
    }
}

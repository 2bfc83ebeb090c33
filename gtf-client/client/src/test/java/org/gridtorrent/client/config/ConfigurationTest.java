package org.gridtorrent.client.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
    @TempDir
    private Path folder;

    private Configuration read(Map<String, String> environment) throws ConfigException {
        return Configuration.read(environment, Home.in(folder));
    }

    @Test
    void flagThenEnvironmentThenFileThenDefault() throws Exception {
        assertThat(read(Map.of()).text(Setting.LISTEN)).isEqualTo("0.0.0.0:0");
        Files.writeString(folder.resolve("config.toml"), "listen = \"0.0.0.0:1\"\n");
        assertThat(read(Map.of()).text(Setting.LISTEN)).isEqualTo("0.0.0.0:1");
        Configuration fromEnvironment = read(Map.of("GRIDTORRENT_LISTEN", "0.0.0.0:2"));
        assertThat(fromEnvironment.text(Setting.LISTEN)).isEqualTo("0.0.0.0:2");
        assertThat(fromEnvironment.withFlag(Setting.LISTEN, "0.0.0.0:3").text(Setting.LISTEN))
                .isEqualTo("0.0.0.0:3");
        assertThat(fromEnvironment.withFlag(Setting.LISTEN, null).text(Setting.LISTEN))
                .isEqualTo("0.0.0.0:2");
    }

    @Test
    void spreadHome_followsTheXdgFolders() {
        Home home = Home.of(Map.of("HOME", "/home/user", "XDG_STATE_HOME", "/state",
                "XDG_CONFIG_HOME", "relative"));
        assertThat(home.state()).isEqualTo(Path.of("/state/gridtorrent"));
        assertThat(home.configFiles()).containsExactly(
                Path.of("/home/user/.config/gridtorrent/config.toml"),
                Path.of("/etc/gridtorrent/config.toml"));
        assertThat(home.defaultDownloads()).isEqualTo(Path.of("/home/user/GridTorrent"));
    }
}

package org.gridtorrent.client.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.gridtorrent.client.config.Home;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebClientsTest {
    @TempDir
    private Path folder;
    private Path netrc;
    private WebClients clients;

    @BeforeEach
    void write() throws IOException {
        netrc = folder.resolve("netrc");
        Files.writeString(netrc, "machine a.example login reader password secret\n");
        clients = new WebClients(Home.in(folder.resolve("home")),
                Map.of("NETRC", netrc.toString()));
    }

    private void mode(String mode) throws IOException {
        Files.setPosixFilePermissions(netrc, PosixFilePermissions.fromString(mode));
    }

    @Test
    void credentialsThatCannotBeRead_areRefused() throws Exception {
        mode("rw-------");
        clients.open().close();
        Files.writeString(netrc, "#".repeat(2 << 20));
        assertThatThrownBy(clients::open).isInstanceOf(IOException.class)
                .hasMessageContaining("longer than 1 MiB");
        clients.openInAnyCase().close();
    }

    @Test
    void missingFiles_areNoCredentials() throws Exception {
        Files.delete(netrc);
        clients.open().close();
        assertThat(folder.resolve("home")).doesNotExist();
    }

    @Test
    void namedFileWithoutACertificate_isRefused() throws Exception {
        mode("rw-------");
        WebClients misled = new WebClients(Home.in(folder.resolve("home")),
                Map.of("NETRC", netrc.toString(), "GRIDTORRENT_CA", netrc.toString()));
        assertThatThrownBy(misled::open).isInstanceOf(IOException.class)
                .hasMessageContaining(netrc + " holds ").hasMessageContaining("no certificate");
        misled.openInAnyCase().close();
    }
}

package org.gridtorrent.client.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.terminal.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {
    private static final String ELSEWHERE = "https://198.18.0.1";

    @TempDir
    private Path folder;

    private Discovery answered(String url, String pages, String tracker) throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder, "lab");
        return Discovery.parse(URI.create(url), Json.MAPPER.writeValueAsBytes(Map.of("site", "lab",
                "pagesUrl", pages, "trackerUrl", tracker, "caCertificate",
                Pem.encode(keys.caCertificate()))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]", "0.0.0.0", "169.254.169.254",
        "[fe80::1]"})
    void siteElsewhere_leadsNobodyToTheirOwnMachine(String host) throws Exception {
        String here = "https://" + host + ":8480";
        assertThatThrownBy(() -> answered(ELSEWHERE, here, ELSEWHERE + ":8481"))
                .isInstanceOf(IOException.class).hasMessageContaining("this machine");
        assertThatThrownBy(() -> answered(ELSEWHERE, ELSEWHERE, here))
                .isInstanceOf(IOException.class).hasMessageContaining("this machine");
    }

    @Test
    void siteOfThisMachine_isFoundHere() throws Exception {
        assertThat(answered("http://localhost:8480", "http://127.0.0.1:8480",
                "https://127.0.0.1:8481").tracker()).hasPath("/tracker/1");
        assertThat(answered(ELSEWHERE, ELSEWHERE, ELSEWHERE + ":8481").pages())
                .hasHost("198.18.0.1");
    }
}

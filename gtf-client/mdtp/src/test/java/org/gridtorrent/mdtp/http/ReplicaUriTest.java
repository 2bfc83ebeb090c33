package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplicaUriTest {

    @ParameterizedTest
    @CsvSource({"http://host.example/a, http://host.example/a",
        "HTTPS://Host.Example:8443/a?b=c, HTTPS://Host.Example:8443/a?b=c",
        "http://host.example/a#b, http://host.example/a",
        "http://[2001:db8::1]/a, http://[2001:db8::1]/a",
        "http://host.example/caf\u00e9, http://host.example/caf%C3%A9"})
    void webAddressIsAccepted(String text, String uri) {
        assertThat(ReplicaUri.parse(text)).hasToString(uri);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host.example/a", "/a", "ftp://host.example/a",
        "file:///etc/passwd",
        "http:a", "http:///a", "http://host.example:0/", "http://host.example:65536/",
        "http://host.example/a b", "http://host.example/a\r\nHost: b", "http://host.example/\u0000",
        "http://host_name/", "http://[::1/"})
    void otherAddressIsRefused(String text) {
        assertThatThrownBy(() -> ReplicaUri.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void passwordInAnAddressIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> ReplicaUri.parse("http://ann:secret@host.example/"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("~/.netrc")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({"http://ann:secret@host.example/f, http://host.example/f",
        "http://secret@host.example, http://host.example",
        "HTTPS://ann:se/cret@host.example:1/f, HTTPS://host.example:1/f",
        "http://ann:sec?ret@host.example/f, http://host.example/f",
        "http://ann:se@cret@host.example/f, http://host.example/f",
        "http:/ann:secret@host.example, http:/host.example",
        "ann:secret@host.example/f, host.example/f", "//secret@host.example, //host.example",
        "http://host.example/f?token=secret#secret, http://host.example/f",
        "http://host.example:99999/a@b?m=secret@c, http://host.example:99999/a@b",
        "http://[::1]:80/a@b, http://[::1]:80/a@b", "ftp://host.example/f, ftp://host.example/f",
        "a:b, a:b"})
    void addressIsShownWithoutItsSecrets(String text, String shown) {
        assertThat(ReplicaUri.withoutSecrets(text)).isEqualTo(shown);
    }

    @Test
    void longAddressIsRefused() {
        assertThatThrownBy(
                () -> ReplicaUri.parse("http://h.example/" + "x".repeat(ReplicaUri.MAX_LENGTH)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("8192");
    }

    @Test
    void originHasThePortOfItsScheme() {
        assertThat(ReplicaUri.origin(ReplicaUri.parse("HTTPS://Host.example/a")))
                .isEqualTo(ReplicaUri.origin(ReplicaUri.parse("https://host.example:443/b")))
                .isNotEqualTo(ReplicaUri.origin(ReplicaUri.parse("http://host.example:443/b")));
    }
}

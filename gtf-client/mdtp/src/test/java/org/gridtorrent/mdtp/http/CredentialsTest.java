package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.GOOD;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Map;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CredentialsTest {
    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    @TempDir
    Path folder = Path.of("");

    private Path file(String name, String text, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private Credentials load(String netrc, String tokens) throws IOException {
        return Credentials.load(file("netrc", netrc, "rw-------"),
                file("tokens", tokens, "rw-------"));
    }

    private static String basic(String login, String password) {
        return "Basic " + Base64.getEncoder().encodeToString(
                (login + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void passwordOfNetrcIsSentToItsHost() throws Exception {
        ScriptedHttpServer server = replicas.server(GOOD);
        Replica replica = replicas.client(
                load("machine other login x password y\nmachine 127.0.0.1 login ann password s3",
                        ""),
                Map.of()).replica(server.uri("/file"), AddressPolicy.ANY);
        get(replica, 0, 100).assertBrings(0, 100);
        assertThat(server.requests().getFirst().headers()).containsEntry("authorization",
                basic("ann", "s3"));
    }

    @Test
    void credentialsStayAtTheirOrigin() throws Exception {
        ScriptedHttpServer other = replicas.server(GOOD);
        ScriptedHttpServer server = replicas.server((request, out) -> write(out,
                "HTTP/1.1 302 x\r\nContent-Length: 0\r\nLocation: " + other.uri("/f")
                        + "\r\n\r\n"));
        Replica replica = replicas.client(load("machine 127.0.0.1 login ann password s3", ""),
                Map.of())
                .replica(server.uri("/file"), AddressPolicy.ANY);
        get(replica, 0, 100).assertBrings(0, 100);
        assertThat(server.requests().getFirst().headers()).containsKey("authorization");
        assertThat(other.requests().getFirst().headers()).doesNotContainKey("authorization");
    }

    @Test
    void tokenGoesBeforeAPassword() throws Exception {
        Credentials credentials = load(
                "machine data.example login a password b\nmachine else.example login ann password s3",
                """
                        # of the laboratory

                        https://data.example abc.def-1=
                        https://data.example:8443 other
                        """);
        assertThat(credentials.authorization(URI.create("https://DATA.example:443/f")))
                .contains("Bearer abc.def-1=");
        assertThat(credentials.authorization(URI.create("https://data.example:8443/f")))
                .contains("Bearer other");
        assertThat(credentials.authorization(URI.create("https://else.example/f")))
                .contains(basic("ann", "s3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://data.example/f", "http://127.data.example/f",
        "http://localhost.example/f", "http://198.51.100.1/f"})
    void nothingIsSentInTheClearToOtherMachines(String uri) throws Exception {
        String host = URI.create(uri).getHost();
        assertThat(load("machine " + host + " login ann password s3",
                "http://" + host + " token").authorization(URI.create(uri))).isEmpty();
    }

    /** Somebody else may have named the server: in a torrent, a Metalink or as a replica. */
    @Test
    void defaultPasswordIsSentToNobody() throws Exception {
        Credentials credentials = load(
                "machine a.example login ann password s3\ndefault login ann password machine b",
                "");
        assertThat(credentials.authorization(URI.create("https://a.example/f"))).isPresent();
        assertThat(credentials.authorization(URI.create("https://b.example/f"))).isEmpty();
        assertThat(credentials.authorization(URI.create("https://default/f"))).isEmpty();
        assertThat(credentials.authorization(URI.create("http://127.0.0.1/f"))).isEmpty();
    }

    @Test
    void netrcIsReadAsCurlReadsIt() throws Exception {
        Credentials credentials = load("""
                # machine data.example login no password no
                macdef init
                machine data.example login no password no

                machine DATA.example
                  login ann account lab
                  password s3
                machine data.example login second password entry
                machine bare.example login
                """, "");
        assertThat(credentials.authorization(URI.create("https://data.example/f")))
                .contains(basic("ann", "s3"));
        assertThat(credentials.authorization(URI.create("https://bare.example/f")))
                .contains(basic("", ""));
        assertThat(credentials.authorization(URI.create("https://else.example/f"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rwxrwxrwx"})
    void entryIsNotUsedIfOthersMayReadItsFile(String mode) throws Exception {
        Path netrc = file("netrc", "machine a.example login ann password s3", mode);
        Path tokens = file("tokens", "https://b.example s3", mode);
        Credentials credentials = Credentials.load(netrc, tokens);
        assertExposed(credentials, "https://a.example/f", netrc);
        assertExposed(credentials, "https://b.example/f", tokens);
        assertThat(credentials.authorization(URI.create("https://c.example/f"))).isEmpty();
        assertThat(credentials.authorization(URI.create("http://a.example/f"))).isEmpty();
    }

    private static void assertExposed(Credentials credentials, String address, Path file) {
        assertThatThrownBy(() -> credentials.authorization(URI.create(address)))
                .isInstanceOfSatisfying(ReplicaFaultException.class,
                        e -> assertThat(e.fault()).isEqualTo(ReplicaFault
                                .of(Code.CREDENTIALS_EXPOSED, 0, file.toString())));
    }

    @Test
    void privateFileIsUsedBesideAnExposedOne() throws Exception {
        Path netrc = file("netrc", "machine a.example login ann password s3", "rw-r--r--");
        Path tokens = file("tokens", "https://a.example token", "rw-------");
        assertThat(Credentials.load(netrc, tokens)
                .authorization(URI.create("https://a.example/f"))).contains("Bearer token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://data.example", "https://data.example s\u00e9cret",
        "https://data.example secret more", "data.example secret",
        "https://ann:secret@data.example secret", "ftp://data.example secret"})
    void malformedTokenIsRefusedByItsLineAndNotRepeated(String line) {
        assertThatThrownBy(() -> load("", "# one\n" + line))
                .isInstanceOf(FileSystemException.class).hasMessageContaining("line 2")
                .hasMessageNotContaining("secret").hasMessageNotContaining("cret");
    }

    @Test
    void longFileIsRefused() {
        assertThatThrownBy(() -> load("#".repeat((int) SecretFile.MAX_LENGTH + 1), ""))
                .isInstanceOf(FileSystemException.class).hasMessageContaining("1 MiB");
    }

    @Test
    void missingFilesAreEmpty() throws Exception {
        assertThat(Credentials.load(folder.resolve("none"), folder.resolve("none"))
                .authorization(URI.create("https://data.example/"))).isEmpty();
    }

    @Test
    void filesAreReadAgainWhenTheyChanged() throws Exception {
        ScriptedHttpServer server = replicas.server(GOOD);
        ReplicaClient client = replicas.client(load("machine 127.0.0.1 login ann password s3", ""),
                Map.of());
        Replica replica = client.replica(server.uri("/file"), AddressPolicy.ANY);
        client.refreshCredentials();
        get(replica, 0, 100).assertBrings(0, 100);
        file("netrc", "machine 127.0.0.1 login ann password other", "rw-------");
        client.refreshCredentials();
        get(replica, 100, 200).assertBrings(100, 200);
        file("tokens", server.uri("") + " t0ken", "rw-------");
        client.refreshCredentials();
        get(replica, 200, 300).assertBrings(200, 300);
        assertThat(server.requests())
                .extracting(request -> request.headers().get("authorization"))
                .containsExactly(basic("ann", "s3"), basic("ann", "other"), "Bearer t0ken");
    }

    @Test
    void credentialsAreKeptWhenTheirFilesCannotBeReadAgain() throws Exception {
        ScriptedHttpServer server = replicas.server(GOOD);
        ReplicaClient client = replicas.client(load("machine 127.0.0.1 login ann password s3", ""),
                Map.of());
        file("tokens", "malformed", "rw-------");
        assertThatThrownBy(client::refreshCredentials).isInstanceOf(FileSystemException.class)
                .hasMessageContaining("line 1");
        get(client.replica(server.uri("/file"), AddressPolicy.ANY), 0, 100).assertBrings(0, 100);
        assertThat(server.requests().getFirst().headers()).containsEntry("authorization",
                basic("ann", "s3"));
        Files.delete(folder.resolve("tokens"));
        Files.delete(folder.resolve("netrc"));
        client.refreshCredentials();
        get(client.replica(server.uri("/file"), AddressPolicy.ANY), 0, 100).assertBrings(0, 100);
        assertThat(server.requests().getLast().headers()).doesNotContainKey("authorization");
    }

    @Test
    void secretsAreNotInTheText() throws Exception {
        assertThat(load("machine a.example login ann password s3", "https://data.example token"))
                .asString().isEqualTo("credentials for 2 servers");
    }
}

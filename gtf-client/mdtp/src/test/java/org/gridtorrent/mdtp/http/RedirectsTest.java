package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.CONTENT;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.GOOD;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;
import static org.gridtorrent.testing.ScriptedHttpServer.serving;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.ScriptedHttpServer.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedirectsTest {
    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    private static String redirect(Object location) {
        return redirect(302, location);
    }

    private static String redirect(int status, Object location) {
        return "HTTP/1.1 " + status + " Found\r\nContent-Length: 2\r\nLocation: " + location
                + "\r\n\r\nok";
    }

    private static String gone(int status) {
        return "HTTP/1.1 " + status + " x\r\nContent-Length: 0\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectIsFollowedAndRemembered(int status) throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> {
            if (request.target().equals("/file")) {
                write(out, redirect(status, "/mirror"));
            } else {
                GOOD.respond(request, out);
            }
        });
        Replica replica = replicas.replica(server.uri("/file"));
        get(replica, 0, 100).assertBrings(0, 100);
        get(replica, 100, 200).assertBrings(100, 200);
        assertThat(server.requests()).extracting(Request::target).containsExactly("/file",
                "/mirror", "/mirror");
        assertThat(server.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 410, 500})
    void targetThatExpiredIsResolvedAnew(int status) throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> {
            if (request.target().equals("/file")) {
                write(out, redirect("/signed-" + request.rangeStart()));
            } else if (request.target().equals("/signed-" + request.rangeStart())) {
                GOOD.respond(request, out);
            } else {
                write(out, gone(status));
            }
        });
        Replica replica = replicas.replica(server.uri("/file"));
        get(replica, 0, 100).assertBrings(0, 100);
        get(replica, 100, 200).assertBrings(100, 200);
        assertThat(server.requests()).extracting(Request::target).containsExactly("/file",
                "/signed-0", "/signed-0", "/file", "/signed-100");
    }

    @Test
    void targetWhoseServerIsGoneIsResolvedAnew() throws Exception {
        ScriptedHttpServer first = replicas.server(GOOD);
        ScriptedHttpServer second = replicas.server(GOOD);
        AtomicInteger redirects = new AtomicInteger();
        ScriptedHttpServer origin = replicas.server((request, out) -> write(out,
                redirect(redirects.getAndIncrement() == 0
                        ? first.uri("/f")
                        : second.uri("/f"))));
        Replica replica = replicas.replica(origin.uri("/file"));
        get(replica, 0, 100).assertBrings(0, 100);
        first.close();
        get(replica, 100, 200).assertBrings(100, 200);
        assertThat(second.requests()).hasSize(1);
    }

    @Test
    void targetThatIsBusyIsKept() throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> {
            if (request.target().equals("/file")) {
                write(out, redirect("/mirror"));
            } else if (request.rangeStart() == 0) {
                GOOD.respond(request, out);
            } else {
                write(out, gone(503));
            }
        });
        Replica replica = replicas.replica(server.uri("/file"));
        get(replica, 0, 100).assertBrings(0, 100);
        assertThat(get(replica, 100, 200).fault().code()).isEqualTo(Code.BUSY);
        assertThat(server.requests()).extracting(Request::target).containsExactly("/file",
                "/mirror", "/mirror");
    }

    @Test
    void entityTagsOfDifferentServersAreNotCompared() throws Exception {
        ScriptedHttpServer first = replicas.server((request, out) -> {
            if (request.rangeStart() == 0) {
                serving(CONTENT, "\"a\"").respond(request, out);
            } else {
                write(out, gone(404));
            }
        });
        ScriptedHttpServer second = replicas.server(serving(CONTENT, "\"b\""));
        ScriptedHttpServer origin = replicas.server((request, out) -> write(out,
                redirect(request.rangeStart() == 0 ? first.uri("/f") : second.uri("/f"))));
        Replica replica = replicas.replica(origin.uri("/file"));
        get(replica, 0, 100).assertBrings(0, 100);
        assertThat(replica.validator()).hasValueSatisfying(
                validator -> assertThat(validator.value()).isEqualTo("\"a\""));
        get(replica, 100, 200).assertBrings(100, 200);
        assertThat(second.requests().getFirst().headers()).doesNotContainKey("if-range");
        assertThat(replica.validator()).contains(new Replica.Validator(
                ReplicaUri.origin(second.uri("/")), "\"b\""));
    }

    @Test
    void endlessRedirectsEnd() throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> write(out,
                redirect(request.target() + "x")));
        assertThat(get(replicas.replica(server.uri("/file")), 0, 100).fault().code())
                .isEqualTo(Code.TOO_MANY_REDIRECTS);
        assertThat(server.requests()).hasSize(Replica.MAX_REDIRECTS + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://127.0.0.1/x", "http://user:secret@127.0.0.1/x", "http://", ":",
        "file:///etc/passwd", "http://127.0.0.1:70000/", "javascript:x", "http://a\\b/",
        "http://%/"})
    void redirectToNoWebAddressIsRefused(String location) throws Exception {
        assertThat(replicas.faultOf((request, out) -> write(out, redirect(location))).code())
                .isEqualTo(Code.BAD_REDIRECT);
    }

    @Test
    void redirectWithoutATargetIsRefused() throws Exception {
        assertThat(replicas.faultOf((request, out) -> write(out, gone(302))).code())
                .isEqualTo(Code.BAD_REDIRECT);
        String tooLong = "/" + "x".repeat(ReplicaUri.MAX_LENGTH);
        assertThat(replicas.faultOf((request, out) -> write(out, redirect(tooLong))).code())
                .isEqualTo(Code.BAD_REDIRECT);
    }

    @Test
    void refusedRedirectIsToldWithoutItsQuery() throws Exception {
        assertThat(replicas.faultOf((request, out) -> write(out,
                redirect("ftp://host/file?signature=secret"))).detail())
                .isEqualTo("ftp://host/file");
    }

    @ParameterizedTest
    @CsvSource({"/a b, /a%20b", "/caf\u00c3\u00a9, /caf%C3%A9", "/f?q=1#part, /f?q=1"})
    void locationThatIsNotEncodedIsEncoded(String location, String target) throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> {
            if (request.target().equals("/file")) {
                write(out, redirect(location));
            } else {
                GOOD.respond(request, out);
            }
        });
        get(replicas.replica(server.uri("/file")), 0, 100).assertBrings(0, 100);
        assertThat(server.requests().getLast().target()).isEqualTo(target);
    }

    @Test
    void addressOfThisMachineIsRefusedWhenSomebodyElseNamedIt() throws Exception {
        ScriptedHttpServer server = replicas.server(GOOD);
        ReplicaClient client = replicas.client(ReplicaClient.Timeouts.DEFAULTS);
        for (URI uri : new URI[]{server.uri("/"), URI.create(
                "http://localhost:" + server.uri("/").getPort() + "/")}) {
            assertThat(get(client.replica(uri, AddressPolicy.PUBLIC), 0, 100).fault().code())
                    .isEqualTo(Code.ADDRESS_REFUSED);
        }
        assertThat(server.connections()).isZero();
    }

    @Test
    void remoteServerMayNotRedirectToThisMachine() throws Exception {
        ReplicaClient client = replicas.client(ReplicaClient.Timeouts.DEFAULTS);
        assertThat(client.requireAllowed(
                new ReplicaTarget(URI.create("http://198.51.100.1/"), AddressPolicy.ANY))
                .ofRedirects())
                .isEqualTo(AddressPolicy.REMOTE);
        assertThat(client.requireAllowed(
                new ReplicaTarget(URI.create("http://127.0.0.1/"), AddressPolicy.ANY))
                .ofRedirects())
                .isEqualTo(AddressPolicy.ANY);
    }
}

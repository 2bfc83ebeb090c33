package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.CONTENT;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.LENGTH;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class WebDocumentTest {
    private static final ScriptedHttpServer.Script GOOD = (request, out) -> {
        write(out, "HTTP/1.1 200 OK\r\nContent-Length: " + LENGTH + "\r\n\r\n");
        out.write(CONTENT);
    };

    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    private Code fault(ScriptedHttpServer.Script script, int limit) {
        return catchThrowableOfType(ReplicaFaultException.class,
                () -> WebDocument.read(replicas.replica(script), limit)).fault().code();
    }

    @Test
    void isReadWhole() throws Exception {
        WebDocument document = WebDocument.read(replicas.replica(GOOD), LENGTH);
        assertThat(document.bytes()).isEqualTo(CONTENT);
        assertThat(document.address().getPath()).isEqualTo("/file");
        assertThat(document.linkPolicy()).isEqualTo(AddressPolicy.ANY);
    }

    @Test
    void addressIsWhereRedirectsLead() throws Exception {
        WebDocument document = WebDocument.read(replicas.replica((request, out) -> {
            if (request.target().equals("/file")) {
                write(out,
                        "HTTP/1.1 302 Found\r\nLocation: /d/other\r\nContent-Length: 0\r\n\r\n");
            } else {
                GOOD.respond(request, out);
            }
        }), LENGTH);
        assertThat(document.address().getPath()).isEqualTo("/d/other");
    }

    @Test
    void longDocumentIsRefused() {
        assertThat(fault(GOOD, LENGTH - 1)).isEqualTo(Code.TOO_LONG);
    }

    @Test
    void truncatedDocumentIsRefused() {
        assertThat(fault((request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nshort");
            out.close();
        }, LENGTH)).isEqualTo(Code.TRUNCATED);
    }

    @Test
    void missingDocumentIsNamedSo() {
        assertThat(fault((request, out) -> write(out,
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"), LENGTH))
                .isEqualTo(Code.NOT_FOUND);
    }
}

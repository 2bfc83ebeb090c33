package org.gridtorrent.ccm.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.ccm.mail.MailServer.Security;
import org.gridtorrent.ccm.mail.SmtpConnection.NotSent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmtpLineTest {
    private static final MailMessage LETTER = new MailMessage("Grüße aus dem Eis",
            "Zwei Zeilen.\n.Mit einem Punkt: ☃\n");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(200);

    @TempDir
    Path folder;

    @Test
    void aMail_arrivesAsItWasWritten() throws Exception {
        GreenMail server = greenMail(ServerSetup.PROTOCOL_SMTP);
        try (SmtpConnection line = SmtpConnection.open(plain(server.getSmtp().getPort()),
                "grid.example.org",
                PATIENCE)) {
            line.send("first", "ada@example.org", LETTER);
            line.send("second", "ada@example.org", LETTER);
            MimeMessage[] mails = server.getReceivedMessages();
            assertThat(mails).hasSize(2);
            assertThat(mails[0].getSubject()).isEqualTo(LETTER.subject());
            assertThat(mails[0].getContent().toString().replace("\r\n", "\n"))
                    .isEqualTo(LETTER.text().stripTrailing());
            assertThat(mails[0].getContentType()).startsWith("text/plain");
            assertThat(mails[0].getFrom()[0]).hasToString("grid@example.org");
            assertThat(mails[0].getHeader("Message-ID"))
                    .containsExactly("<first@grid.example.org>");
            assertThat(mails[0].getHeader("Auto-Submitted")).containsExactly("auto-generated");
        } finally {
            server.stop();
        }
    }

    @Test
    void aPassword_isReadFromItsFileAndAWrongOneIsSaidToBe() throws Exception {
        GreenMail server = greenMail(ServerSetup.PROTOCOL_SMTP);
        server.setUser("grid@example.org", "grid", "secret words");
        try {
            Path file = folder.resolve("password");
            Files.writeString(file, "secret words\n");
            MailServer withUser = server(server.getSmtp().getPort(), Security.NONE,
                    Optional.of(file));
            try (SmtpConnection line = SmtpConnection.open(withUser, "x", PATIENCE)) {
                line.send("id", "ada@example.org", LETTER);
            }
            assertThat(server.getReceivedMessages()).hasSize(1);
            Files.writeString(file, "other words\n");
            assertThat(refused(withUser, PATIENCE)).satisfies(
                    e -> assertThat(e.problem()).contains("refuses the user or the password")
                            .doesNotContain("other words"));
            Files.delete(file);
            assertThat(refused(withUser, PATIENCE).forGood()).isFalse();
        } finally {
            server.stop();
        }
    }

    @Test
    void aServerThatIsNotThere_isSaidToBe() throws Exception {
        int port;
        try (ServerSocket once = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = once.getLocalPort();
        }
        assertThat(refused(plain(port), PATIENCE)).satisfies(e -> {
            assertThat(e.problem()).contains("127.0.0.1:" + port, "cannot be reached");
            assertThat(e.forGood()).isFalse();
        });
    }

    @Test
    void aServerThatSaysNothing_isGivenUpInTime() throws Exception {
        for (String silent : new String[]{"GREETING", "RCPT", "END"}) {
            try (var server = new ScriptedSmtp(Map.of(silent, ""))) {
                assertThat(refused(plain(server.port()), SHORT).forGood()).as(silent).isFalse();
            }
        }
    }

    @Test
    void aRefusalForGood_isToldFromOneForNow() throws Exception {
        assertThat(refusedBy(Map.of("RCPT", "550 no such mailbox"))).satisfies(e -> {
            assertThat(e.forGood()).isTrue();
            assertThat(e.problem()).contains("no such mailbox");
        });
        assertThat(refusedBy(Map.of("RCPT", "451 later")).forGood()).isFalse();
        assertThat(refusedBy(Map.of("END", "554 spam")).forGood()).isTrue();
        assertThat(refusedBy(Map.of("END", "452 full")).forGood()).isFalse();
        assertThat(refusedBy(Map.of("GREETING", "421 busy")).forGood()).isFalse();
    }

    @Test
    void anAddressThatIsNone_isRefusedForGoodBeforeTheServerHearsOfIt() throws Exception {
        try (var server = new ScriptedSmtp(Map.of());
                SmtpConnection line = SmtpConnection.open(plain(server.port()), "x", PATIENCE)) {
            assertThatThrownBy(() -> line.send("id", "a>b@example.org", LETTER))
                    .isInstanceOfSatisfying(NotSent.class,
                            e -> assertThat(e.forGood()).isTrue());
            assertThat(server.heard).noneMatch(said -> said.startsWith("RCPT"));
        }
    }

    @Test
    void withoutTheTlsThatWasAskedFor_nothingIsSaid() throws Exception {
        Path file = folder.resolve("password");
        Files.writeString(file, "secret words");
        try (var server = new ScriptedSmtp(Map.of("EHLO", "250-here\r\n250 AUTH PLAIN LOGIN"))) {
            assertThat(refused(server(server.port(), Security.STARTTLS, Optional.of(file)),
                    PATIENCE).problem()).contains("STARTTLS");
            assertThat(server.heard).isNotEmpty()
                    .noneMatch(said -> said.startsWith("AUTH") || said.startsWith("MAIL"));
        }
    }

    @Test
    void aServerWhoseCertificateNobodyVouchesFor_isRefused() throws Exception {
        GreenMail server = greenMail(ServerSetup.PROTOCOL_SMTPS);
        try {
            assertThat(refused(server(server.getSmtps().getPort(), Security.TLS,
                    Optional.empty()), PATIENCE).problem()).contains("cannot be reached");
            assertThat(server.getReceivedMessages()).isEmpty();
        } finally {
            server.stop();
        }
    }

    @Test
    void whatCannotBe_isSaidAtOnce() {
        assertThatThrownBy(() -> new MailServer("mail.example.org", 25, Security.NONE,
                Optional.of("grid"), Optional.of(Path.of("x")), "grid@example.org", false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without TLS");
        assertThatThrownBy(() -> new MailServer("mail.example.org", 25, Security.TLS,
                Optional.of("grid"), Optional.empty(), "grid@example.org", false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MailServer("mail.example.org", 25, Security.TLS,
                Optional.empty(), Optional.empty(), "grid\n@example.org", false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static NotSent refusedBy(Map<String, String> answers) throws IOException {
        try (var server = new ScriptedSmtp(answers)) {
            return refused(plain(server.port()), PATIENCE);
        }
    }

    private static NotSent refused(MailServer server, Duration patience) {
        try (SmtpConnection line = SmtpConnection.open(server, "x", patience)) {
            line.send("id", "ada@example.org", LETTER);
            throw new AssertionError("it was taken");
        } catch (NotSent refused) {
            return refused;
        }
    }

    private static MailServer plain(int port) {
        return server(port, Security.NONE, Optional.empty());
    }

    private static MailServer server(int port, Security security, Optional<Path> password) {
        return new MailServer("127.0.0.1", port, security, password.map(_ -> "grid"), password,
                "grid@example.org", false);
    }

    private static GreenMail greenMail(String protocol) {
        var server = new GreenMail(new ServerSetup(0, "127.0.0.1", protocol));
        server.start();
        return server;
    }
}

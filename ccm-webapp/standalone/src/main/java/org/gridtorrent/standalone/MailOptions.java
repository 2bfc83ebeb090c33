package org.gridtorrent.standalone;

import java.nio.file.Path;
import java.util.Optional;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.ccm.mail.MailServer.Security;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where {@code run} is told who takes the site's mail. */
final class MailOptions {
    @Option(names = "--mail", paramLabel = "HOST:PORT", converter = HostPort.Converter.class, description = "SMTP server for the site's mail. Without it, no mail is sent. All nodes of a site "
            + "need the same value.")
    private @Nullable HostPort server;

    @Option(names = "--mail-from", paramLabel = "ADDRESS", description = "Sender address of the site's mail.")
    private @Nullable String from;

    @Option(names = "--mail-security", paramLabel = "starttls|tls|none", description = "Encryption of the connection to the SMTP server (default: starttls).")
    private Security security = Security.STARTTLS;

    @Option(names = "--mail-user", paramLabel = "USER", description = "User name for the SMTP server.")
    private @Nullable String user;

    @Option(names = "--mail-password-file", paramLabel = "FILE", description = "File whose first line is the password of the SMTP user.")
    private @Nullable Path passwordFile;

    @Option(names = "--mail-confirm", description = "New users must confirm a mail address before they can log in.")
    private boolean confirmFirst;

    /** Empty for a site that sends none. */
    Optional<MailServer> server() {
        if (server == null) {
            if (from != null || user != null || passwordFile != null || confirmFirst) {
                throw CommandFailure.wrongUsage("--mail-… options go with --mail");
            }
            return Optional.empty();
        }
        if (from == null) {
            throw CommandFailure.wrongUsage("--mail goes with --mail-from ADDRESS");
        }
        try {
            return Optional.of(new MailServer(server.host(), server.port(), security,
                    Optional.ofNullable(user), Optional.ofNullable(passwordFile), from,
                    confirmFirst));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE, "--" + e.getMessage(), e);
        }
    }
}

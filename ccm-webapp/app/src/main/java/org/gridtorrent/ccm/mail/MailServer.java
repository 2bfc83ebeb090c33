package org.gridtorrent.ccm.mail;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The SMTP server that takes the site's mail, and as whom it is sent.
 *
 * @param user empty for a server that asks for none
 * @param passwordFile its first line is the user's password; read whenever the server is called
 * @param from the sender's address
 * @param confirmFirst whether new accounts confirm an address before anybody logs in with them
 */
public record MailServer(String host, int port, Security security, Optional<String> user,
        Optional<Path> passwordFile, String from, boolean confirmFirst) {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "::1");

    /** How the line is kept private. */
    public enum Security {
        /** Begins in plain text and has to go on with TLS before anything is said (RFC 3207). */
        STARTTLS,
        /** TLS from the first byte (RFC 8314). */
        TLS,
        /** Not at all: for a server on this machine, or one that is reached by a line of one's own. */
        NONE
    }

    /** Throws {@link IllegalArgumentException}, in words for a person that begin with the setting, for what cannot be. */
    public MailServer {
        if (user.isPresent() != passwordFile.isPresent()) {
            throw new IllegalArgumentException(
                    "mail-user: a user of the mail server goes with a password"
                            + " file, and the other way round");
        }
        if (user.isPresent() && security == Security.NONE && !THIS_MACHINE.contains(host)) {
            throw new IllegalArgumentException(
                    "mail-security: a password is not sent to the mail server "
                            + host + " without TLS");
        }
        if (!from.matches("[^@\\s<>]{1,64}@[^@\\s<>]+")) {
            throw new IllegalArgumentException(
                    "mail-from: '" + from + "' is no sender's mail address, such"
                            + " as grid@example.org");
        }
    }
}

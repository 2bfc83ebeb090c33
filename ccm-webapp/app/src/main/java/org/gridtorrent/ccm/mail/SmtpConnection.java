package org.gridtorrent.ccm.mail;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;

/** One connection to the SMTP server, for one mail after the other. Belongs to one thread. */
final class SmtpConnection implements AutoCloseable {
    /** For each answer; so no mail takes as long as it is left to one node. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MailServer server;
    private final String siteHost;
    private final Session session;
    private final Transport transport;

    private SmtpConnection(MailServer server, String siteHost, Session session,
            Transport transport) {
        this.server = server;
        this.siteHost = siteHost;
        this.session = session;
        this.transport = transport;
    }

    /** Why a mail was not taken. */
    static final class NotSent extends Exception {
        private static final long serialVersionUID = 1L;
        private final boolean forGood;

        NotSent(String problem, boolean forGood, Throwable cause) {
            super(problem, cause);
            this.forGood = forGood;
        }

        /** Whether the server will never take it, as opposed to not now. */
        boolean forGood() {
            return forGood;
        }

        String problem() {
            return String.valueOf(getMessage());
        }
    }

    /** @param siteHost by which name the site calls itself */
    static SmtpConnection open(MailServer server, String siteHost, Duration patience)
            throws NotSent {
        Session session = Session.getInstance(properties(server, siteHost, patience));
        try {
            Transport transport = session.getTransport("smtp");
            transport.connect(server.host(), server.port(), server.user().orElse(null),
                    server.passwordFile().isPresent() ? password(server) : null);
            return new SmtpConnection(server, siteHost, session, transport);
        } catch (AuthenticationFailedException e) {
            throw new NotSent("the mail server " + name(server) + " refuses the user or the"
                    + " password: " + words(e), false, e);
        } catch (MessagingException | IOException e) {
            throw new NotSent("the mail server " + name(server) + " cannot be reached: "
                    + words(e), false, e);
        }
    }

    private static Properties properties(MailServer server, String siteHost,
            Duration patience) {
        Properties properties = new Properties();
        for (String wait : List.of("connectiontimeout", "timeout", "writetimeout")) {
            properties.setProperty("mail.smtp." + wait, String.valueOf(patience.toMillis()));
        }
        properties.setProperty("mail.smtp.localhost", siteHost);
        properties.setProperty("mail.smtp.from", server.from());
        properties.setProperty("mail.smtp.auth", String.valueOf(server.user().isPresent()));
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        switch (server.security()) {
            case STARTTLS -> {
                properties.setProperty("mail.smtp.starttls.enable", "true");
                properties.setProperty("mail.smtp.starttls.required", "true");
            }
            case TLS -> properties.setProperty("mail.smtp.ssl.enable", "true");
            case NONE -> {
            }
        }
        return properties;
    }

    private static String password(MailServer server) throws IOException {
        return Files.readString(server.passwordFile().orElseThrow(), StandardCharsets.UTF_8)
                .lines().findFirst().orElse("");
    }

    /**
     * Sends it, if the server takes it.
     *
     * @param id by which a reader's program knows it again, should it come twice
     */
    void send(String id, String address, MailMessage letter) throws NotSent {
        try {
            MimeMessage message = message(id, address, letter);
            transport.sendMessage(message, message.getAllRecipients());
        } catch (AddressException e) {
            throw new NotSent("this is no address: " + words(e), true, e);
        } catch (SendFailedException e) {
            throw new NotSent("the mail server does not take it: " + words(e), isForGood(e), e);
        } catch (MessagingException e) {
            throw new NotSent("the mail server " + name(server) + " broke off: " + words(e),
                    false, e);
        }
    }

    private MimeMessage message(String id, String address, MailMessage letter)
            throws MessagingException {
        MimeMessage message = new MimeMessage(session) {
            @Override
            protected void updateMessageID() throws MessagingException {
                setHeader("Message-ID", "<" + id + "@" + siteHost + ">");
            }
        };
        message.setFrom(new InternetAddress(server.from(), true));
        message.setRecipient(RecipientType.TO, new InternetAddress(address, true));
        message.setSubject(letter.subject(), "UTF-8");
        message.setText(letter.text(), "UTF-8");
        message.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: nobody's holiday answers it
        message.setSentDate(Date.from(Instant.now()));
        message.saveChanges();
        return message;
    }

    /** A reply of the five hundreds (RFC 5321, 4.2.1). */
    private static boolean isForGood(SendFailedException e) {
        for (Throwable cause = e; cause != null; cause = next(cause)) {
            int code = switch (cause) {
                case SMTPAddressFailedException address -> address.getReturnCode();
                case SMTPSendFailedException sending -> sending.getReturnCode();
                default -> 0;
            };
            if (code >= 500 && code < 600) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Throwable next(Throwable cause) {
        return cause instanceof MessagingException mail ? mail.getNextException() : null;
    }

    /** The innermost reason too: the outer ones often say no more than that it failed. */
    private static String words(Exception e) {
        StringBuilder words = new StringBuilder(String.valueOf(e.getMessage()));
        for (Throwable cause = next(e); cause != null; cause = next(cause)) {
            String more = String.valueOf(cause.getMessage());
            if (words.indexOf(more) < 0) {
                words.append("; ").append(more);
            }
        }
        return words.toString().strip().replaceAll("\\s+", " ");
    }

    private static String name(MailServer server) {
        return server.host() + ":" + server.port();
    }

    @Override
    public void close() {
        try {
            transport.close();
        } catch (MessagingException gone) {
            // It went away before it was told so: what it took, it has taken.
        }
    }
}

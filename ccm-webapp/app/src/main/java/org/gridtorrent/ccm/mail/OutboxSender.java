package org.gridtorrent.ccm.mail;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.catalog.mail.Outbox;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.ccm.mail.SmtpConnection.NotSent;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.metainfo.address.ServerUri;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is in the outbox, over one connection while there is something. When the server cannot be
 * reached, this node leaves it alone for half a minute, then each time twice as long up to a quarter of
 * an hour.
 */
public final class OutboxSender {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxSender.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(30);
    private static final Duration LONGEST_RETRY = Duration.ofMinutes(15);
    private static final Duration BETWEEN_CLEANUPS = Duration.ofHours(1);

    private final Outbox outbox;
    private final MailComposer letters;
    private final MailServer server;
    private final String siteHost;
    private final Duration pause;

    // Of the job's thread alone.
    private Duration retry = Duration.ZERO;
    private long turnsToWait;

    /** @param pause between two looks into the outbox */
    public OutboxSender(Catalog catalog, Messages messages, Supplier<String> siteName, URI pages,
            MailServer server, Duration pause) {
        this.outbox = catalog.notifications().outbox();
        this.letters = new MailComposer(catalog, messages, siteName, pages);
        this.server = server;
        this.siteHost = ServerUri.host(pages).orElseThrow();
        this.pause = pause;
    }

    public void schedule(Ticker ticker) {
        ticker.every(pause, "mail", "no mail is sent until the database answers", this::takeTurn)
                .every(Duration.ofSeconds(1), BETWEEN_CLEANUPS, "mail-cleanup",
                        "old mail is not deleted until the database answers", outbox::forgetOld);
    }

    private void takeTurn() {
        if (turnsToWait > 0) {
            turnsToWait--;
        } else {
            turn();
        }
    }

    private void turn() {
        Optional<OutgoingMail> next = outbox.take();
        if (next.isEmpty()) {
            return;
        }
        try (SmtpConnection line = SmtpConnection.open(server, siteHost, SmtpConnection.PATIENCE)) {
            retry = Duration.ZERO;
            for (; next.isPresent() && send(line, next.get()); next = outbox.take()) {
                // on the same line
            }
        } catch (NotSent unreachable) {
            outbox.failed(next.orElseThrow(), unreachable.problem());
            retry = next(retry);
            turnsToWait = retry.dividedBy(pause);
            LOG.warn("No mail is sent for {} s: {}", retry.toSeconds(), unreachable.problem());
        }
    }

    private static Duration next(Duration retry) {
        Duration twice = retry.multipliedBy(2);
        return retry.isZero()
                ? FIRST_RETRY
                : twice.compareTo(LONGEST_RETRY) < 0 ? twice : LONGEST_RETRY;
    }

    /** Whether the line is good for another one. */
    private boolean send(SmtpConnection line, OutgoingMail mail) {
        Optional<MailMessage> letter = letters.letter(mail);
        if (letter.isEmpty()) {
            outbox.drop(mail);
            return true;
        }
        try {
            line.send(mail.id(), mail.address(), letter.get());
            outbox.sent(mail);
            return true;
        } catch (NotSent refused) {
            LOG.warn("Mail {} ({}) was not sent: {}", mail.id(), mail.kind(), refused.problem());
            if (refused.forGood()) {
                outbox.giveUp(mail, refused.problem());
            } else {
                outbox.failed(mail, refused.problem());
            }
            return false;
        }
    }
}

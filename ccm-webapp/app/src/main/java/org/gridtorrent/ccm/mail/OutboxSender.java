package org.gridtorrent.ccm.mail;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Outbox;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.ccm.mail.SmtpConnection.NotSent;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.metainfo.address.ServerUri;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is in the outbox, over one connection while there is something. When the server cannot be
 * reached, this node leaves it alone for half a minute, then each time twice as long up to a quarter of
 * an hour. One thread of its own.
 */
public final class OutboxSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxSender.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(30);
    private static final Duration LONGEST_RETRY = Duration.ofMinutes(15);
    private static final long FORGET_SECONDS = 3600;

    private final Outbox outbox;
    private final MailComposer letters;
    private final MailServer server;
    private final String siteHost;
    private final Duration pause;
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mail").factory());

    // Of the schedule's thread alone.
    private Duration retry = Duration.ZERO;
    private long turnsToWait;
    private boolean failing;

    /** @param pause between two looks into the outbox */
    public OutboxSender(Catalog catalog, Messages messages, Supplier<String> siteName, URI pages,
            MailServer server, Duration pause) {
        this.outbox = catalog.outbox();
        this.letters = new MailComposer(catalog, messages, siteName, pages);
        this.server = server;
        this.siteHost = ServerUri.host(pages).orElseThrow();
        this.pause = pause;
    }

    public void start() {
        var _ = schedule.scheduleWithFixedDelay(this::turnQuietly, pause.toMillis(),
                pause.toMillis(), TimeUnit.MILLISECONDS);
        var _ = schedule.scheduleWithFixedDelay(this::forgetQuietly, 1, FORGET_SECONDS,
                TimeUnit.SECONDS);
    }

    private void forgetQuietly() {
        quietly(outbox::forgetOld);
    }

    private void turnQuietly() {
        if (turnsToWait > 0) {
            turnsToWait--;
        } else {
            quietly(this::turn);
        }
    }

    private void quietly(Runnable work) {
        try {
            work.run();
            failing = false;
        } catch (RuntimeException e) {
            // An exception that leaves here would end the schedule; the next turn tries again.
            if (!failing) {
                LOG.warn("no mail is sent until the database answers: {}", e.toString());
            }
            failing = true;
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

    /** A mail under way is finished. */
    @Override
    public void close() {
        schedule.close();
    }
}

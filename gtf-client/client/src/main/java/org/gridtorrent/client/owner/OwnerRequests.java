package org.gridtorrent.client.owner;

import java.util.concurrent.Semaphore;
import org.gridtorrent.client.tracker.Assignments;
import org.gridtorrent.client.tracker.Question;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows what the machine's owner set on the pages, and answers what is asked there, each question on a virtual thread of its own, so
 * that a slow disk holds up nothing else; a few at a time. What finds no room is not answered: whoever
 * still waits asks again.
 */
public final class OwnerRequests {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerRequests.class);
    private static final int MOST_AT_ONCE = 8;

    private final FolderBrowser browser;
    private final OwnerRateLimits rates;
    private final TrackerClient tracker;
    private final Semaphore room = new Semaphore(MOST_AT_ONCE);

    public OwnerRequests(FolderBrowser browser, OwnerRateLimits rates, TrackerClient tracker) {
        this.browser = browser;
        this.rates = rates;
        this.tracker = tracker;
    }

    /** Called by one thread. */
    public void hear(Assignments told) {
        told.limits().ifPresent(rates::hear);
        for (Question question : told.questions()) {
            if (room.tryAcquire()) {
                Thread.ofVirtual().name("answer").start(() -> answer(question));
            }
        }
    }

    private void answer(Question question) {
        try {
            tracker.answerQuestion(question.id(),
                    browser.list(question.folder(), question.first()));
        } catch (TrackerException e) {
            LOG.info("a question of this machine's owner is not answered: {}", e.getMessage());
        } finally {
            room.release();
        }
    }
}

package org.gridtorrent.client.task;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.Pause;
import org.gridtorrent.client.tracker.Assignments;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes tasks from the tracker, by long poll, and brings this device in line with what it says.
 *
 * <p>One virtual thread runs it. The tracker's list is the truth about which tasks there are; what is
 * on it and not yet run is begun, what is cancelled or gone from it is stopped.
 */
final class TaskPoller implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskPoller.class);

    private final TrackerClient tracker;
    private final String version;
    private final TaskBoard board;
    private final TaskRunner runner;
    private final TaskReporter reporter;
    private final Contents contents;
    private final Pause reachable;
    /** A certificate that ran out while the machine slept is refused too, and renewed soon. */
    private final BooleanSupplier certificateOver;
    private final InstantSource clock;
    /** Hears what this machine's owner asks of it besides tasks. */
    private final Consumer<Assignments> owner;
    private final Pause pause = new Pause();
    private final Backoff backoff = new Backoff(ThreadLocalRandom.current());
    private volatile TrackerLink link;
    private volatile boolean ended;
    private long revision;
    /** Empty until one is open, and with a tracker that knows none. */
    private OptionalLong session = OptionalLong.empty();

    TaskPoller(TrackerClient tracker, String version, TaskBoard board, TaskRunner runner,
            TaskReporter reporter, Contents contents, Pause reachable,
            BooleanSupplier certificateOver,
            InstantSource clock, Consumer<Assignments> owner) {
        this.owner = owner;
        this.tracker = tracker;
        this.version = version;
        this.board = board;
        this.runner = runner;
        this.reporter = reporter;
        this.contents = contents;
        this.reachable = reachable;
        this.certificateOver = certificateOver;
        this.clock = clock;
        this.link = new TrackerLink(false, clock.instant(), "not asked yet");
    }

    TrackerLink link() {
        return link;
    }

    /** Ends a wait after a failure. */
    void wake() {
        pause.wake();
    }

    /** What fails from now on fails because its thread is interrupted. */
    void end() {
        ended = true;
    }

    @Override
    public void run() {
        try {
            while (!ended) {
                pause.await(poll());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration poll() throws InterruptedException {
        try {
            if (session.isEmpty() && !link.reachable()) {
                session = tracker.openSession(version);
            }
            int seconds = link.reachable() ? TrackerClient.LONGEST_WAIT_SECONDS : 0;
            Assignments answer = tracker.fetchTasks(revision, seconds, session);
            answered();
            owner.accept(answer);
            if (answer.revision() != revision) {
                revision = answer.revision();
                contents.accessMoved();
            }
            follow(answer);
            return Duration.ZERO;
        } catch (TrackerException e) {
            return failed(e);
        } catch (UncheckedIOException e) {
            // A full disk, for one. What could not be written down is handed out again.
            LOG.warn("{} ({}); trying again", e.getMessage(), String.valueOf(e.getCause()));
            revision = 0;
            return backoff.failed();
        }
    }

    private void answered() {
        backoff.reset();
        if (!link.reachable()) {
            LOG.info("the tracker answers");
            link = new TrackerLink(true, clock.instant(), null);
            contents.accessMoved();
            reachable.wake();
            reporter.wake();
        }
    }

    private Duration failed(TrackerException e) {
        if (ended) {
            return Duration.ZERO;
        }
        if (e.reason() == Reason.FENCED) {
            return fencedOff(e);
        }
        if (e.reason() == Reason.INVALID) {
            session = OptionalLong.empty(); // a tracker of before sessions, put back in place
        }
        if (link.reachable() || link.error() == null || !link.error().equals(e.getMessage())) {
            LOG.warn("the tracker {} ({}); trying again",
                    e.reason() == Reason.UNREACHABLE ? "does not answer" : "refuses",
                    e.getMessage());
            link = new TrackerLink(false, clock.instant(), e.getMessage());
        }
        if (e.reason() == Reason.NOT_ENROLLED && !certificateOver.getAsBoolean()) {
            contents.shutOut(TaskReason.of(ReasonCode.DEVICE_EXCLUDED));
        }
        return backoff.failed(e);
    }

    /** Another daemon does this one's work; what is shared here stays so. */
    private Duration fencedOff(TrackerException e) {
        LOG.error("{}", e.getMessage());
        link = new TrackerLink(false, clock.instant(), e.getMessage());
        ended = true;
        runner.stopAll();
        return Duration.ZERO;
    }

    private void follow(Assignments answer) throws InterruptedException {
        Set<String> listed = answer.tasks().stream().map(Task::id)
                .collect(Collectors.toSet());
        for (Task task : board.all()) {
            if (!task.state().isFinal() && !listed.contains(task.id())) {
                runner.cancel(task.id(), ReasonCode.NO_LONGER_LISTED);
            }
        }
        for (Task task : answer.tasks()) {
            if (task.state() == State.CANCELLED) {
                runner.cancel(task.id(), why(task, answer));
            }
        }
        // Last: what is new may be meant in place of what is cancelled.
        for (Task task : answer.tasks()) {
            if (task.state() != State.CANCELLED) {
                follow(task);
            }
        }
    }

    private static ReasonCode why(Task cancelled, Assignments answer) {
        return answer.tasks().stream().anyMatch(task -> task.supersedes(cancelled))
                ? ReasonCode.SUPERSEDED
                : ReasonCode.CANCELLED;
    }

    private void follow(Task task) throws InterruptedException {
        Task known = board.handedOut(task);
        if (known.state().isFinal()) {
            reporter.again(known.id()); // the report of its end was lost
        } else if (task.paused()) {
            pause(known);
        } else {
            runner.start(known);
        }
    }

    /** What failed rests already, and keeps saying why. */
    private void pause(Task task) throws InterruptedException {
        if (!task.awaitsRetry()) {
            runner.pause(task.id());
        }
    }
}

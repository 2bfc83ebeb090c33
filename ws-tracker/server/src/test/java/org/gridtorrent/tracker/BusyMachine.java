package org.gridtorrent.tracker;

import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TaskKind;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.tracker.BusySite.Identity;

/**
 * Does what a daemon does, as fast as it can: takes its tasks, publishes, reports, announces and
 * orders a next version. It asks again for what had no answer, and keeps what was acknowledged in its
 * ledger, with which another one can go on in its place. For one thread.
 */
final class BusyMachine {
    private static final int POLL_SECONDS = 2;

    private final Identity identity;
    final Ledger ledger;
    private final WsTracker tracker;
    private final Random random;
    private final Load load;
    private long revision;
    private long announced;

    BusyMachine(Identity identity, WsTracker tracker, Ledger ledger, Random random, Load load) {
        this.identity = identity;
        this.tracker = tracker;
        this.ledger = ledger;
        this.announced = ledger.uploaded;
        this.random = random;
        this.load = load;
    }

    void run() throws Exception {
        beginSession();
        while (load.goesOn()) {
            switch (random.nextInt(10)) {
                case 0 -> beginSession();
                case 1, 2, 3 -> order();
                case 4, 5, 6 -> announce();
                default -> work();
            }
        }
    }

    /** Every number is another than before, also when an answer was lost. */
    private void beginSession() throws Exception {
        var opened = new Holder<Long>();
        Optional<Long> answer = Optional.empty();
        while (answer.isEmpty() && load.goesOn()) {
            answer = ask(() -> {
                tracker.openSession("2", opened, new Holder<>());
                return opened.value;
            });
        }
        if (answer.isPresent()) {
            require(answer.get() > ledger.session,
                    "session " + answer.get() + " after " + ledger.session);
            ledger.session(answer.get());
        }
    }

    private void order() throws Exception {
        var content = new Holder<>(identity.contentId());
        var task = new Holder<String>();
        ledger.ordering();
        ask(() -> {
            tracker.newVersion(content, "/data/next", null, task);
            return task.value;
        }).ifPresent(answer -> ledger.ordered(content.value, answer));
    }

    private void announce() throws Exception {
        long count = ++announced;
        ask(() -> {
            tracker.announce(identity.infoHash(), AnnounceEvent.UPDATE, count, 0, 0, 10,
                    null, null, null, new Holder<>(), new Holder<>(), new Holder<>(),
                    new Holder<>(),
                    new Holder<>());
            return count;
        }).ifPresent(ledger::uploaded);
    }

    private void work() throws Exception {
        for (Task task : tasks()) {
            require(!ledger.done.contains(task.getId()), "handed out again: " + task.getId());
            if (!finish(task)) {
                return;
            }
        }
    }

    private List<Task> tasks() throws Exception {
        var moved = new Holder<Long>();
        var tasks = new Holder<List<Task>>();
        return ask(() -> {
            tracker.fetchTasks(revision, POLL_SECONDS, ledger.session, null, null, null, moved,
                    tasks,
                    new Holder<>(), new Holder<>(), new Holder<>());
            revision = moved.value;
            return Optional.ofNullable(tasks.value).orElse(new ArrayList<>());
        }).orElse(List.of());
    }

    /** False when there was no answer: it will be handed out again, unless it is over. */
    private boolean finish(Task task) throws Exception {
        String id = task.getId();
        if (task.getKind() == TaskKind.PUBLISH) {
            Optional<String> infoHash = ask(
                    () -> tracker.registerContent(id, TrackerSite.metainfo(id),
                            task.getLease()));
            if (infoHash.isEmpty()) {
                return false;
            }
            ledger.registered(id, infoHash.get());
        }
        var state = new Holder<>(TaskState.DONE);
        Optional<TaskState> recorded = ask(() -> {
            tracker.reportTask(id, state, 5, 5, 0, 0, "Done.", task.getLease(), null, List.of(),
                    null);
            return state.value;
        });
        recorded.ifPresent(answer -> {
            require(answer == TaskState.DONE, id + " is " + answer);
            ledger.done(id);
        });
        return recorded.isPresent();
    }

    /** Empty when there was no answer, and nobody knows whether it was done. A refusal is thrown. */
    private <T> Optional<T> ask(Callable<T> call) throws Exception {
        try {
            T answer = call.call();
            load.acknowledged();
            return Optional.of(answer);
        } catch (SOAPFaultException e) {
            throw e;
        } catch (WebServiceException e) {
            ledger.unanswered();
            load.awaitServer();
            return Optional.empty();
        }
    }

    private static void require(boolean kept, String otherwise) {
        if (!kept) {
            throw new IllegalStateException(otherwise);
        }
    }
}

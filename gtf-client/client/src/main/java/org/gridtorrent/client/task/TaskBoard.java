package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.gridtorrent.client.tracker.Task;

/**
 * Every task of this device as it stands, for whoever wants to know.
 *
 * <p>Thread-safe. A change of state is on disk before anybody sees it, unless the disk is full; progress is
 * not written.
 */
public final class TaskBoard {
    /** Tasks that ended long ago are of no use to anybody; the site remembers them. */
    static final int MOST_FINAL = 100;

    private final TaskJournal journal;
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private long changes;

    public TaskBoard(Path folder) throws IOException {
        journal = new TaskJournal(folder);
        journal.load().forEach(task -> tasks.put(task.id(), task));
        prune();
    }

    public synchronized List<Task> all() {
        return List.copyOf(tasks.values());
    }

    public synchronized Optional<Task> task(String id) {
        return Optional.ofNullable(tasks.get(id));
    }

    /**
     * Notes that the tracker hands the task out, and gives how it stands: fresh when it is new or to
     * be tried again, else as it was, under the lease that holds now.
     */
    synchronized Task handedOut(Task task) {
        Task known = tasks.get(task.id());
        Task now;
        if (known == null) {
            now = task;
        } else if (known.awaitsRetry()) {
            // Under the lease under which it failed, the tracker just has not heard of that yet.
            boolean again = !task.paused() && task.lease() > known.lease();
            now = again ? task : known;
        } else {
            Task leased = known.leased(task.lease());
            boolean resumes = leased.paused() && !task.paused() && !leased.state().isFinal();
            now = resumes ? leased.paused(false) : leased;
        }
        if (!now.equals(known)) {
            put(now);
        }
        return now;
    }

    synchronized void put(Task task) {
        Task before = tasks.get(task.id());
        if (before == null || before.state() != task.state() || before.paused() != task.paused()
                || before.lease() != task.lease()
                || !Objects.equals(before.infoHash(), task.infoHash())) {
            journal.save(task);
        }
        if (task.state().isFinal()) {
            tasks.remove(task.id()); // to the end: it is the newest of those that ended
        }
        tasks.put(task.id(), task);
        prune();
        changes++;
        notifyAll();
    }

    /** Forgets the oldest final tasks, so that neither the folder nor the list grows for ever. */
    private void prune() {
        List<String> ended = tasks.values().stream().filter(task -> task.state().isFinal())
                .map(Task::id).toList();
        for (String id : ended.subList(0, Math.max(0, ended.size() - MOST_FINAL))) {
            journal.delete(id);
            tasks.remove(id);
        }
    }

    /** Changes a task unless it is final; gives what then holds. */
    synchronized Task update(String id, UnaryOperator<Task> change) {
        Task before = tasks.get(id);
        if (before == null) {
            throw new IllegalArgumentException("no task " + id);
        }
        if (before.state().isFinal()) {
            return before;
        }
        put(change.apply(before));
        return tasks.getOrDefault(id, before);
    }

    /** Whether the disk has room for what is to be remembered of tasks. */
    boolean hasRoom() throws IOException {
        return journal.hasRoom();
    }

    /** Returns when something has changed since the given count of changes, or the time is over. */
    public synchronized long awaitChange(long seen, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = end - System.nanoTime(); changes == seen
                && left > 0; left = end - System.nanoTime()) {
            wait(Math.max(1, left / 1_000_000));
        }
        return changes;
    }

    /** Returns when the task is held under another lease than this one, and gives that. */
    synchronized long awaitLease(String id, long lease) throws InterruptedException {
        while (true) {
            Task task = tasks.get(id);
            if (task != null && task.lease() != lease) {
                return task.lease();
            }
            wait();
        }
    }

    synchronized Collection<String> ids() {
        return List.copyOf(tasks.keySet());
    }
}

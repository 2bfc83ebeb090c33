package org.gridtorrent.ccm.admin;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.gridtorrent.catalog.Settings;
import org.gridtorrent.catalog.audit.Errand;
import org.gridtorrent.catalog.audit.Way;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a backup while people look at how it goes, one at a time. A site whose database is embedded is one
 * process, so that it is known here what goes on. Safe for use by many threads.
 */
final class BackupRun {
    private static final Logger LOG = LoggerFactory.getLogger(BackupRun.class);

    /** What goes on, or how the last one ended. */
    enum State {
        NONE, RUNNING, DONE, FAILED
    }

    private final Backups backups;
    private final Settings settings;
    private final AtomicReference<State> state = new AtomicReference<>(State.NONE);
    private volatile Optional<String> problem = Optional.empty();

    BackupRun(Backups backups, Settings settings) {
        this.backups = backups;
        this.settings = settings;
    }

    State state() {
        return state.get();
    }

    /** Why the last one failed. */
    Optional<String> problem() {
        return problem;
    }

    /** Begins one, unless one is being made. */
    void begin(String actorId, String origin) {
        State before = state.get();
        if (before != State.RUNNING && state.compareAndSet(before, State.RUNNING)) {
            problem = Optional.empty();
            Thread.ofVirtual().name("backup").start(() -> new Errand(Way.PAGE, origin)
                    .<RuntimeException>run(() -> state.set(made(actorId))));
        }
    }

    private State made(String actorId) {
        try {
            settings.noteBackup(actorId, backups.make().name());
            return State.DONE;
        } catch (IOException | RuntimeException e) {
            LOG.warn("No backup was made in {}: {}", backups.folder(), e.toString());
            problem = Optional.of(String.valueOf(e.getMessage()));
            return State.FAILED;
        }
    }
}

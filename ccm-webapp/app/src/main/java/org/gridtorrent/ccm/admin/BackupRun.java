package org.gridtorrent.ccm.admin;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.audit.AuditContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a backup while people look at how it goes, one at a time. A site whose database is embedded is one
 * process, so that it is known here what goes on. Safe for use by many threads.
 */
public final class BackupRun {
    private static final Logger LOG = LoggerFactory.getLogger(BackupRun.class);

    /** What goes on, or how the last one ended. */
    public enum State {
        NONE, RUNNING, DONE, FAILED
    }

    private final Backups backups;
    private final Settings settings;
    private final AtomicReference<State> state = new AtomicReference<>(State.NONE);
    private volatile Optional<String> problem = Optional.empty();

    public BackupRun(Backups backups, Settings settings) {
        this.backups = backups;
        this.settings = settings;
    }

    public Backups backups() {
        return backups;
    }

    public State state() {
        return state.get();
    }

    /** Why the last one failed. */
    public Optional<String> problem() {
        return problem;
    }

    /** How much of the one that is being made is written. */
    public long written() {
        return state() == State.RUNNING ? backups.written() : 0;
    }

    /** Begins one, on the errand of this thread, unless one is being made. */
    public void begin(String actorId) {
        AuditContext errand = AuditContext.current().orElseThrow();
        State before = state.get();
        if (before != State.RUNNING && state.compareAndSet(before, State.RUNNING)) {
            problem = Optional.empty();
            Thread.ofVirtual().name("backup").start(() -> errand
                    .<RuntimeException>run(() -> state.set(made(actorId))));
        }
    }

    /** Deletes one; says whether one of that name was there. */
    public boolean delete(String actorId, String name) throws IOException {
        boolean there = backups.delete(name);
        if (there) {
            settings.noteBackupDeleted(actorId, name);
        }
        return there;
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

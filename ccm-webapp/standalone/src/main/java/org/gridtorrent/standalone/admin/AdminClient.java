package org.gridtorrent.standalone.admin;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.HomeLock;
import org.gridtorrent.standalone.home.HomeParts;
import org.gridtorrent.standalone.home.RestoreMark;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;

/** Sends a command's request to the running server, or carries it out in this process if none runs. */
public final class AdminClient {
    /** A server that starts, or another command, needs no longer than this. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final SiteHome home;

    public AdminClient(SiteHome home) {
        this.home = home;
    }

    public AdminAnswer carryOut(AdminRequest request) throws IOException, InterruptedException {
        if (request instanceof AdminRequest.InspectBackup inspect) {
            return Administration.inspected(inspect);
        }
        if (HomeParts.of(home, true).isEmpty() && !new RestoreMark(home).isSet()
                && !(request instanceof AdminRequest.Restore)) {
            SiteSettings.read(home); // says that there is no site
        }
        home.create();
        long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Optional<AdminAnswer> answer = ControlClient.ask(home.socket(), request);
            if (answer.isEmpty()) {
                answer = alone(request);
            }
            if (answer.isPresent()) {
                return answer.get();
            }
            if (System.nanoTime() - deadlineNs > 0) {
                throw new CommandFailure(ExitStatus.NO_ANSWER, "process "
                        + HomeLock.holder(home) + " holds " + home.folder()
                        + " but answers nothing; if it hangs, end it");
            }
            Thread.sleep(PAUSE);
        }
    }

    /** Carries the request out here, unless another process holds the home. */
    private Optional<AdminAnswer> alone(AdminRequest request) throws IOException {
        if (request instanceof AdminRequest.Check) {
            Optional<AdminAnswer> fullDisk = SiteCheck.fullDisk(home);
            if (fullDisk.isPresent()) {
                return fullDisk;
            }
        }
        Optional<HomeLock> lock = HomeLock.tryTake(home);
        if (lock.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (!(request instanceof AdminRequest.Restore)) {
                new RestoreMark(home).refuseHalf();
                HomeParts.of(home).requireComplete();
            }
            return Optional.of(switch (request) {
                case AdminRequest.Restore restore ->
                    Administration.restored(new BackupFile(home).restore(restore.file()));
                case AdminRequest.Move move -> new SiteMove(home)
                        .to(new DatabaseAccess(move.url(), move.user(), move.passwordFile()));
                default -> opened(request);
            });
        } finally {
            lock.get().close();
        }
    }

    private AdminAnswer opened(AdminRequest request) throws IOException {
        SiteSettings settings = SiteSettings.read(home);
        try (Catalog catalog = settings.access(home).openExisting(CopyWaits.USUAL)) {
            SiteKeys keys = SiteKeys.openOrCreate(home.keys(), settings.site());
            return new Administration(home, settings, keys, catalog, false).carryOut(request);
        } catch (IdentityException e) {
            throw home.damagedKeys(e);
        }
    }
}

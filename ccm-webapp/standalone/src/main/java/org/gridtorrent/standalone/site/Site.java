package org.gridtorrent.standalone.site;

import java.io.IOException;
import java.util.Optional;
import org.gridtorrent.standalone.admin.AdminAnswer;
import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.admin.Administration;
import org.gridtorrent.standalone.admin.BackupFile;
import org.gridtorrent.standalone.admin.ControlServer;
import org.gridtorrent.standalone.home.HomeLock;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Failures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running site: the lock on its home, its services, and the administrators' socket.
 *
 * <p>Safe for use by many threads. A restore ends the services, replaces what they work on, and
 * starts them again; lock and socket stay.
 */
public final class Site implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Site.class);

    private final SiteHome home;
    private final SitePlan plan;
    private final HomeLock lock;
    private final ControlServer control;
    private volatile Services services;

    private Site(SiteHome home, SitePlan plan, HomeLock lock) throws IOException {
        this.home = home;
        this.plan = plan;
        this.lock = lock;
        this.services = Services.start(home, plan);
        this.control = new ControlServer(home.socket(), this::carryOut);
    }

    /** Throws {@link CommandFailure} when the home is in use, a port is taken, and the like. */
    public static Site start(SiteHome home, SitePlan plan) throws IOException {
        home.create();
        home.closeToOthers();
        home.socket(); // says at once when its path is too long
        HomeLock lock = HomeLock.tryTake(home).orElseThrow(() -> inUse(home));
        try {
            return new Site(home, plan, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static CommandFailure inUse(SiteHome home) {
        try {
            String pages = home.isSite()
                    ? ", its pages are at " + SiteSettings.read(home).pages()
                    : "";
            return CommandFailure.failed("the site in " + home.folder()
                    + " is in use by process " + HomeLock.holder(home) + pages);
        } catch (IOException e) {
            return Failures.describe(e);
        }
    }

    public SiteSettings settings() {
        return services.settings();
    }

    /** Where the first administrator chooses a password; empty when there are accounts already. */
    public Optional<String> firstAdministratorLink() {
        return services.administration().firstAdministratorLink();
    }

    /** Looks at the changes under way in the embedded database; returns how many looks the oldest has outlasted. */
    public int lookAtChanges() {
        return services.lookAtChanges();
    }

    /** One at a time: the socket sees to that. */
    private AdminAnswer carryOut(AdminRequest request) {
        try {
            return request instanceof AdminRequest.Restore restore
                    ? restore(restore.file())
                    : services.administration().carryOut(request);
        } catch (IOException | RuntimeException e) {
            if (!(e instanceof CommandFailure)) {
                LOG.error("{} failed", request, e);
            }
            throw Failures.describe(e);
        }
    }

    private AdminAnswer restore(String file) throws IOException {
        LOG.info("Ending the services to restore {}", file);
        services.close();
        try {
            return Administration.restored(new BackupFile(home).restore(file));
        } finally {
            services = Services.start(home, plan);
        }
    }

    /** Ends in good order: long polls are answered, requests in hand are finished. */
    @Override
    public void close() throws IOException {
        control.close();
        services.close();
        lock.close();
        LOG.info("Ended");
    }
}

package org.gridtorrent.standalone.site;

import java.io.IOException;
import java.net.BindException;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.metrics.MetricsToken;
import org.gridtorrent.ccm.metrics.SiteMetrics;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.standalone.admin.Administration;
import org.gridtorrent.standalone.admin.HomeBackups;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.HomeParts;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.standalone.home.RestoreMark;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.standalone.metrics.WatchPages;
import org.gridtorrent.standalone.reader.SiteReader;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.tracker.TrackerOptions;
import org.gridtorrent.tracker.TrackerServer;
import org.gridtorrent.tracker.announce.AnnounceServer;
import org.jspecify.annotations.Nullable;

/** Catalog, tracker and pages, started and ended together. */
final class Services implements AutoCloseable {
    private final SiteHome home;
    private final SiteKeys keys;
    private final Catalog catalog;
    private final SiteMetrics metrics;
    private final PagesServer pages;
    private final SiteSettings settings;
    private final TrackerServer tracker;
    private final @Nullable AnnounceServer announces;
    private final @Nullable SiteReader files;

    private Services(SiteHome home, SitePlan plan, DatabaseAccess database, SiteKeys keys,
            Catalog catalog, PagesServer pages) throws IOException {
        this.home = home;
        this.keys = keys;
        this.catalog = catalog;
        this.metrics = new SiteMetrics(catalog);
        this.pages = pages;
        this.announces = openToAnybody(plan, keys, catalog);
        try {
            this.tracker = startTracker(plan, keys, catalog, pages, metrics);
        } catch (IOException | RuntimeException e) {
            end(announces);
            throw e;
        }
        this.settings = new SiteSettings(keys.site(), database, plan.pages(pages.port()),
                plan.trackerUrl(tracker.port()),
                announces == null ? null : plan.announceUrl(announces.port()),
                plan.listen());
        this.files = plan.files() ? SiteReader.open(catalog, keys, home.fetched()) : null;
        try {
            settings.write(home);
            var options = new CcmOptions(settings.site(), settings.pages(), settings.tracker(),
                    keys.caCertificate(), Optional.ofNullable(settings.announce()),
                    plan.hosts(), plan.mail(), Optional.of(home.folder()),
                    database.isEmbedded()
                            ? Optional.of(new HomeBackups(home, catalog))
                            : Optional.empty(),
                    Optional.ofNullable(files));
            metrics.watch(options);
            metrics.watchTracker(tracker.certificateEnd());
            pages.start(new WatchPages(PagesServer.context(options, catalog), catalog,
                    metrics, MetricsToken.openOrCreate(home.metricsToken())));
        } catch (IOException | RuntimeException e) {
            end(files);
            end(announces);
            tracker.close();
            throw e;
        }
    }

    /** Starts everything or nothing. */
    static Services start(SiteHome home, SitePlan plan) throws IOException {
        new RestoreMark(home).refuseHalf();
        DatabaseAccess database = plan.databaseIn(home);
        HomeParts parts = HomeParts.of(home, database.isEmbedded());
        parts.requireStartable();
        if (database.isEmbedded()) {
            home.closeDatabase();
        }
        Catalog catalog = parts.keys()
                ? database.openExisting(plan.waits())
                : database.open(plan.waits());
        PagesServer pages = null;
        try {
            if (catalog.identity().accounts().count() > 0) {
                parts.requireAllKeys();
            }
            SiteKeys keys = keys(home, plan);
            pages = bindPages(plan.http(), plan.addresses());
            return new Services(home, plan, database, keys, catalog, pages);
        } catch (IOException | RuntimeException e) {
            end(pages, catalog);
            throw e;
        }
    }

    private static void end(@Nullable PagesServer pages, Catalog catalog) {
        if (pages != null) {
            pages.close();
        }
        catalog.close();
    }

    private static void end(@Nullable AnnounceServer announces) {
        if (announces != null) {
            announces.close();
        }
    }

    private static void end(@Nullable SiteReader files) {
        if (files != null) {
            files.close();
        }
    }

    private static SiteKeys keys(SiteHome home, SitePlan plan) throws IOException {
        try {
            SiteKeys keys = SiteKeys.openOrCreate(home.keys(), plan.siteOrDefault());
            if (home.isSite() && !SiteSettings.read(home).site().equals(keys.site())) {
                throw new IdentityException("they are those of site '" + keys.site() + "'");
            }
            if (plan.site() != null && !keys.site().equals(plan.site())) {
                throw new CommandFailure(ExitStatus.WRONG_USAGE, "the site in " + home.folder()
                        + " is '" + keys.site() + "' and cannot be renamed to '" + plan.site()
                        + "' with --site: its certificates carry the name");
            }
            return keys;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE, "--site: " + e.getMessage(), e);
        } catch (IdentityException e) {
            throw home.damagedKeys(e);
        }
    }

    private static PagesServer bindPages(HostPort address, PublicAddresses addresses)
            throws IOException {
        try {
            return PagesServer.bind(address, addresses.proxies(), PagesLimits.usual());
        } catch (IOException e) {
            throw taken(address, "--http", e);
        }
    }

    private static TrackerServer startTracker(SitePlan plan, SiteKeys keys, Catalog catalog,
            PagesServer pages, SiteMetrics metrics) throws IOException {
        try {
            return TrackerServer.start(
                    new TrackerOptions(plan.tracker().host(), plan.tracker().port(), keys.site(),
                            plan.pages(pages.port()), plan.trackerUrl(plan.tracker().port()),
                            plan.announce() != null, plan.addresses().balancers()),
                    keys, catalog, metrics::called);
        } catch (IOException e) {
            throw taken(plan.tracker(), "--tracker", e);
        }
    }

    private static @Nullable AnnounceServer openToAnybody(SitePlan plan, SiteKeys keys,
            Catalog catalog) throws IOException {
        HostPort address = plan.announce();
        if (address == null) {
            return null;
        }
        try {
            return AnnounceServer.start(address.host(), address.port(), keys, catalog);
        } catch (IOException e) {
            throw taken(address, "--announce", e);
        }
    }

    /** The failure in words when another program has the port; Jetty wraps the reason. */
    private static IOException taken(HostPort address, String option, IOException e) {
        Throwable reason = e.getCause() instanceof BindException inner ? inner : e;
        if (reason instanceof BindException) {
            throw new CommandFailure(ExitStatus.FAILED, "cannot listen at " + address + ": "
                    + reason.getMessage() + "; " + option + " HOST:PORT names another place", e);
        }
        return e;
    }

    SiteSettings settings() {
        return settings;
    }

    /** Looks at the changes under way in the embedded database; returns how many looks the oldest has outlasted. */
    int lookAtChanges() {
        return catalog.lookAtChanges();
    }

    Administration administration() {
        return new Administration(home, settings, keys, catalog, true);
    }

    /** The tracker first, since it answers the long polls; the catalog when nobody asks any more. */
    @Override
    public void close() {
        tracker.close();
        end(announces);
        pages.close();
        end(files);
        metrics.close();
        catalog.close();
    }
}

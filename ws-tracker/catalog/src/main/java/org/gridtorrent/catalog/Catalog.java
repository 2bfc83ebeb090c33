package org.gridtorrent.catalog;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.access.AccessExpiry;
import org.gridtorrent.catalog.access.AccessGrants;
import org.gridtorrent.catalog.access.AccessReport;
import org.gridtorrent.catalog.access.Revocations;
import org.gridtorrent.catalog.access.SharedWithMe;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.account.Administrators;
import org.gridtorrent.catalog.account.ApiTokens;
import org.gridtorrent.catalog.account.PasswordLinks;
import org.gridtorrent.catalog.account.Profiles;
import org.gridtorrent.catalog.account.Quotas;
import org.gridtorrent.catalog.account.Sessions;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.audit.AuditLog;
import org.gridtorrent.catalog.copy.Copies;
import org.gridtorrent.catalog.copy.CopyReconciler;
import org.gridtorrent.catalog.dataset.ContentAuthorization;
import org.gridtorrent.catalog.dataset.ContentEvents;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.dataset.Drafts;
import org.gridtorrent.catalog.dataset.ReadableDatasets;
import org.gridtorrent.catalog.dataset.Tombstones;
import org.gridtorrent.catalog.dataset.Versions;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.db.DatabaseWeakness;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.device.DeviceAddresses;
import org.gridtorrent.catalog.device.DeviceLimits;
import org.gridtorrent.catalog.device.Devices;
import org.gridtorrent.catalog.device.FolderQueries;
import org.gridtorrent.catalog.device.LastSeenWriter;
import org.gridtorrent.catalog.invitation.InvitationLinks;
import org.gridtorrent.catalog.invitation.Invitations;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.catalog.mail.Outbox;
import org.gridtorrent.catalog.metadata.Descriptions;
import org.gridtorrent.catalog.notify.NoticeMailer;
import org.gridtorrent.catalog.notify.Notices;
import org.gridtorrent.catalog.people.Buddies;
import org.gridtorrent.catalog.people.GroupAdministration;
import org.gridtorrent.catalog.people.Groups;
import org.gridtorrent.catalog.people.Inbox;
import org.gridtorrent.catalog.people.Memberships;
import org.gridtorrent.catalog.people.People;
import org.gridtorrent.catalog.replica.Replicas;
import org.gridtorrent.catalog.search.Search;
import org.gridtorrent.catalog.statistics.Statistics;
import org.gridtorrent.catalog.subscription.AutomaticDownloads;
import org.gridtorrent.catalog.subscription.SubscriptionMatcher;
import org.gridtorrent.catalog.subscription.Subscriptions;
import org.gridtorrent.catalog.swarm.OpenSwarms;
import org.gridtorrent.catalog.swarm.Swarms;
import org.gridtorrent.catalog.task.Assignments;
import org.gridtorrent.catalog.task.TaskRates;
import org.gridtorrent.catalog.task.Tasks;
import org.gridtorrent.catalog.workflow.DeviceWithdrawals;
import org.gridtorrent.catalog.workflow.Publishing;
import org.gridtorrent.catalog.workflow.Registrations;
import org.gridtorrent.catalog.workflow.VersionPublishing;
import org.gridtorrent.catalog.workflow.Withdrawals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The site's database: open it once, ask its parts, close it. Every method of every store in them is one
 * transaction and safe for use by many threads.
 */
public final class Catalog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);
    private static final String H2_SETTINGS = ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE"
            + ";DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";

    private final Database database;
    private final LastSeenWriter lastSeen;
    private final Ticker ticker = new Ticker();
    private final IdentityCatalog identity;
    private final DatasetCatalog datasets;
    private final AccessCatalog access;
    private final MachineCatalog machines;
    private final PeopleCatalog people;
    private final TaskCatalog work;
    private final SharingCatalog sharing;
    private final DiscoveryCatalog discovery;
    private final NotificationCatalog notifications;
    private final SiteCatalog site;

    private Catalog(Database database, CopyWaits waits) {
        this.database = database;
        Accounts accounts = new Accounts(database);
        Memberships memberships = new Memberships(database);
        this.lastSeen = new LastSeenWriter(database, waits);
        Contents contents = new Contents(database);
        Search search = new Search(database, contents, waits);
        Tombstones tombstones = new Tombstones(database);
        Settings settings = new Settings(database);
        Tasks tasks = new Tasks(database, contents, waits);
        this.identity = new IdentityCatalog(accounts, new PasswordLinks(database, accounts),
                new Profiles(database), new Sessions(database), new ApiTokens(database),
                new MailAddresses(database));
        this.datasets = new DatasetCatalog(contents, new Publishing(database, contents),
                new Registrations(database, contents), new Drafts(database),
                new Descriptions(database, contents), new Versions(database, contents),
                new VersionPublishing(database, contents), new Withdrawals(database), tombstones,
                new ContentEvents(database), new ReadableDatasets(database));
        this.access = new AccessCatalog(new ContentAuthorization(database),
                new AccessGrants(database), new AccessExpiry(database), new Revocations(database),
                new AccessReport(database), new SharedWithMe(database, contents));
        this.machines = new MachineCatalog(new Devices(database, waits, lastSeen),
                new DeviceAddresses(database), new DeviceLimits(database),
                new FolderQueries(database), new DeviceWithdrawals(database));
        this.people = new PeopleCatalog(new People(database), new Groups(database), memberships,
                new GroupAdministration(database), new Invitations(database),
                new InvitationLinks(database, accounts, memberships), new Buddies(database),
                new Inbox(database));
        this.work = new TaskCatalog(tasks, new Assignments(database, waits),
                new TaskRates(database));
        this.sharing = new SharingCatalog(new Swarms(database), new OpenSwarms(database),
                new Copies(database, contents, waits), new CopyReconciler(database, waits),
                new Replicas(database, contents));
        this.discovery = new DiscoveryCatalog(search, new Subscriptions(database, contents, search),
                new SubscriptionMatcher(database, tombstones),
                new AutomaticDownloads(database, tasks));
        this.notifications = new NotificationCatalog(new Notices(database),
                new NoticeMailer(database), new Outbox(database));
        this.site = new SiteCatalog(settings, new Administrators(database), new Quotas(database),
                new AuditLog(database, () -> settings.site().auditDays()),
                new Statistics(database));
    }

    /**
     * Opens and, where needed, makes or upgrades the tables. Throws {@code DatabaseException} when
     * that cannot be done.
     */
    public static Catalog open(String jdbcUrl) {
        return open(jdbcUrl, InstantSource.system());
    }

    public static Catalog open(String jdbcUrl, InstantSource clock) {
        return open(DatabaseLogin.of(jdbcUrl), clock);
    }

    public static Catalog open(DatabaseLogin login) {
        return open(login, InstantSource.system());
    }

    public static Catalog open(DatabaseLogin login, InstantSource clock) {
        return open(login, clock, CopyWaits.USUAL);
    }

    public static Catalog open(DatabaseLogin login, InstantSource clock, CopyWaits waits) {
        return start(new Catalog(new Database(login, clock), waits));
    }

    /** As {@link #open}, but makes no tables where there are none. */
    public static Catalog openExisting(DatabaseLogin login, InstantSource clock, CopyWaits waits) {
        return start(new Catalog(Database.existing(login, clock), waits));
    }

    private static Catalog start(Catalog catalog) {
        try {
            catalog.access.expiry().schedule(catalog.ticker);
            catalog.site.auditLog().schedule(catalog.ticker);
            catalog.lastSeen.schedule(catalog.ticker);
            return catalog;
        } catch (RuntimeException e) {
            catalog.close();
            throw e;
        }
    }

    /** The URL of an embedded database in this file (without its ending), made when missing. */
    public static String embeddedUrl(Path file) {
        return "jdbc:h2:file:" + file.toAbsolutePath() + H2_SETTINGS;
    }

    /** The URL of a database that lives as long as a catalog has it open. */
    public static String memoryUrl(String name) {
        return "jdbc:h2:mem:" + name + H2_SETTINGS;
    }

    public IdentityCatalog identity() {
        return identity;
    }

    public DatasetCatalog datasets() {
        return datasets;
    }

    public AccessCatalog access() {
        return access;
    }

    public MachineCatalog machines() {
        return machines;
    }

    public PeopleCatalog people() {
        return people;
    }

    public TaskCatalog work() {
        return work;
    }

    public SharingCatalog sharing() {
        return sharing;
    }

    public DiscoveryCatalog discovery() {
        return discovery;
    }

    public NotificationCatalog notifications() {
        return notifications;
    }

    public SiteCatalog site() {
        return site;
    }

    /**
     * Why requests cannot be served now, in a sentence: the database does not answer within three
     * seconds, is read-only, or another node's newer program has upgraded its tables. Empty when they
     * can.
     */
    public Optional<String> unready() {
        return database.unready();
    }

    /** Whether the database answers; for health checks. */
    public boolean isAlive() {
        return database.isAlive();
    }

    /** Looks at the changes under way in the embedded database; returns how many looks the oldest has outlasted. */
    public int lookAtChanges() {
        return database.lookAtChanges();
    }

    /** What of the database's own settings breaks the catalog's promises. */
    public List<DatabaseWeakness> weaknesses() {
        return database.weaknesses();
    }

    /** Long polls that wait in this process. */
    public int waiting() {
        return database.watch.waiting();
    }

    /**
     * Writes a consistent copy of an embedded database into a new zip file, while it is in use.
     * CONFLICT for another database, which has its own tools for that.
     */
    public void backUp(Path zip) {
        database.backUp(zip);
    }

    /** Makes every long poll ask again whether it gives up. */
    public void wakeWaiters() {
        database.watch.wakeAll();
    }

    @Override
    public void close() {
        discovery.search().close();
        ticker.close();
        writeLastSeen();
        database.close();
    }

    private void writeLastSeen() {
        try {
            lastSeen.write();
        } catch (RuntimeException e) {
            LOG.warn("when devices were last seen could not be written: {}", e.toString());
        }
    }
}

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

/**
 * The site's database: open it once, ask its parts, close it. Every method of every part is one
 * transaction and safe for use by many threads.
 */
public final class Catalog implements AutoCloseable {
    private static final String H2_SETTINGS = ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE"
            + ";DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";

    private final Database database;
    private final LastSeenWriter sightings;
    private final Accounts accounts;
    private final PasswordLinks passwordLinks;
    private final Profiles profiles;
    private final MailAddresses mailAddresses;
    private final Outbox outbox;
    private final Sessions sessions;
    private final ApiTokens apiTokens;
    private final Groups groups;
    private final Memberships memberships;
    private final Invitations invitations;
    private final InvitationLinks invitationLinks;
    private final People people;
    private final Buddies buddies;
    private final Inbox inbox;
    private final Devices devices;
    private final DeviceWithdrawals deviceWithdrawals;
    private final DeviceAddresses devicePlaces;
    private final FolderQueries questions;
    private final DeviceLimits ownersLimits;
    private final Contents contents;
    private final Publishing publishing;
    private final Registrations registrations;
    private final Drafts drafts;
    private final Descriptions descriptions;
    private final Search search;
    private final ContentAuthorization readings;
    private final Versions versions;
    private final VersionPublishing versionPublishing;
    private final Withdrawals withdrawals;
    private final Tombstones tombstones;
    private final AccessExpiry accessEnds;
    private final AccessGrants grantings;
    private final Settings settings;
    private final AuditLog auditLog;
    private final Administrators administrators;
    private final GroupAdministration groupAdministration;
    private final Quotas quotas;
    private final AccessReport accessReport;
    private final SharedWithMe received;
    private final ReadableDatasets readableDatasets;
    private final Revocations revocations;
    private final ContentEvents contentEvents;
    private final Notices notices;
    private final NoticeMailer noticeKeeping;
    private final Subscriptions subscriptions;
    private final SubscriptionMatcher subscriptionKeeping;
    private final AutomaticDownloads automaticGets;
    private final Tasks tasks;
    private final Assignments assignments;
    private final TaskRates taskRates;
    private final Swarms swarms;
    private final OpenSwarms openSwarms;
    private final Copies copies;
    private final CopyReconciler copyKeeping;
    private final Replicas replicas;
    private final Statistics statistics;

    private Catalog(Database database, CopyWaits waits) {
        this.database = database;
        this.accounts = new Accounts(database);
        this.passwordLinks = new PasswordLinks(database, accounts);
        this.profiles = new Profiles(database);
        this.mailAddresses = new MailAddresses(database);
        this.outbox = new Outbox(database);
        this.sessions = new Sessions(database);
        this.apiTokens = new ApiTokens(database);
        this.groups = new Groups(database);
        this.memberships = new Memberships(database);
        this.invitations = new Invitations(database);
        this.invitationLinks = new InvitationLinks(database, accounts, memberships);
        this.people = new People(database);
        this.buddies = new Buddies(database);
        this.inbox = new Inbox(database);
        this.sightings = new LastSeenWriter(database, waits);
        this.devices = new Devices(database, waits, sightings);
        this.deviceWithdrawals = new DeviceWithdrawals(database);
        this.devicePlaces = new DeviceAddresses(database);
        this.questions = new FolderQueries(database);
        this.ownersLimits = new DeviceLimits(database);
        this.contents = new Contents(database);
        this.publishing = new Publishing(database, contents);
        this.registrations = new Registrations(database, contents);
        this.drafts = new Drafts(database);
        this.descriptions = new Descriptions(database, contents);
        this.search = new Search(database, contents, waits);
        this.readings = new ContentAuthorization(database);
        this.versions = new Versions(database, contents);
        this.versionPublishing = new VersionPublishing(database, contents);
        this.withdrawals = new Withdrawals(database);
        this.tombstones = new Tombstones(database);
        this.accessEnds = new AccessExpiry(database);
        this.grantings = new AccessGrants(database);
        this.settings = new Settings(database);
        this.auditLog = new AuditLog(database, () -> settings.site().auditDays());
        this.administrators = new Administrators(database);
        this.groupAdministration = new GroupAdministration(database);
        this.quotas = new Quotas(database);
        this.accessReport = new AccessReport(database);
        this.received = new SharedWithMe(database, contents);
        this.readableDatasets = new ReadableDatasets(database);
        this.revocations = new Revocations(database);
        this.contentEvents = new ContentEvents(database);
        this.tasks = new Tasks(database, contents, waits);
        this.notices = new Notices(database);
        this.noticeKeeping = new NoticeMailer(database);
        this.subscriptions = new Subscriptions(database, contents, search);
        this.subscriptionKeeping = new SubscriptionMatcher(database, tombstones);
        this.automaticGets = new AutomaticDownloads(database, tasks);
        this.assignments = new Assignments(database, waits);
        this.taskRates = new TaskRates(database);
        this.swarms = new Swarms(database);
        this.openSwarms = new OpenSwarms(database);
        this.copies = new Copies(database, contents, waits);
        this.copyKeeping = new CopyReconciler(database, waits);
        this.replicas = new Replicas(database, contents);
        this.statistics = new Statistics(database);
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
            catalog.sightings.start();
            catalog.accessEnds.start();
            catalog.auditLog.start();
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

    public Accounts accounts() {
        return accounts;
    }

    public PasswordLinks passwordLinks() {
        return passwordLinks;
    }

    public Profiles profiles() {
        return profiles;
    }

    public MailAddresses mailAddresses() {
        return mailAddresses;
    }

    public Outbox outbox() {
        return outbox;
    }

    public Sessions sessions() {
        return sessions;
    }

    public ApiTokens apiTokens() {
        return apiTokens;
    }

    public Groups groups() {
        return groups;
    }

    public Memberships memberships() {
        return memberships;
    }

    public Invitations invitations() {
        return invitations;
    }

    public InvitationLinks invitationLinks() {
        return invitationLinks;
    }

    public People people() {
        return people;
    }

    public Buddies buddies() {
        return buddies;
    }

    public Inbox inbox() {
        return inbox;
    }

    public Devices devices() {
        return devices;
    }

    public DeviceWithdrawals deviceWithdrawals() {
        return deviceWithdrawals;
    }

    public DeviceAddresses devicePlaces() {
        return devicePlaces;
    }

    public FolderQueries questions() {
        return questions;
    }

    public DeviceLimits ownersLimits() {
        return ownersLimits;
    }

    public Contents contents() {
        return contents;
    }

    public Publishing publishing() {
        return publishing;
    }

    public Registrations registrations() {
        return registrations;
    }

    public Drafts drafts() {
        return drafts;
    }

    public Descriptions descriptions() {
        return descriptions;
    }

    public Search search() {
        return search;
    }

    public ContentAuthorization readings() {
        return readings;
    }

    public Versions versions() {
        return versions;
    }

    public VersionPublishing versionPublishing() {
        return versionPublishing;
    }

    public Withdrawals withdrawals() {
        return withdrawals;
    }

    public Tombstones tombstones() {
        return tombstones;
    }

    public AccessExpiry accessEnds() {
        return accessEnds;
    }

    public AccessGrants grantings() {
        return grantings;
    }

    public Settings settings() {
        return settings;
    }

    public AuditLog auditLog() {
        return auditLog;
    }

    public Administrators administrators() {
        return administrators;
    }

    public GroupAdministration groupAdministration() {
        return groupAdministration;
    }

    public Quotas quotas() {
        return quotas;
    }

    public AccessReport accessReport() {
        return accessReport;
    }

    public SharedWithMe received() {
        return received;
    }

    public ReadableDatasets readableDatasets() {
        return readableDatasets;
    }

    public Revocations revocations() {
        return revocations;
    }

    public ContentEvents contentEvents() {
        return contentEvents;
    }

    public Notices notices() {
        return notices;
    }

    public NoticeMailer noticeKeeping() {
        return noticeKeeping;
    }

    public Subscriptions subscriptions() {
        return subscriptions;
    }

    public SubscriptionMatcher subscriptionKeeping() {
        return subscriptionKeeping;
    }

    public AutomaticDownloads automaticGets() {
        return automaticGets;
    }

    public Tasks tasks() {
        return tasks;
    }

    public Assignments assignments() {
        return assignments;
    }

    public TaskRates taskRates() {
        return taskRates;
    }

    public Swarms swarms() {
        return swarms;
    }

    public OpenSwarms openSwarms() {
        return openSwarms;
    }

    public Copies copies() {
        return copies;
    }

    public CopyReconciler copyKeeping() {
        return copyKeeping;
    }

    public Replicas replicas() {
        return replicas;
    }

    public Statistics statistics() {
        return statistics;
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
        search.close();
        accessEnds.close();
        auditLog.close();
        sightings.close();
        database.close();
    }
}

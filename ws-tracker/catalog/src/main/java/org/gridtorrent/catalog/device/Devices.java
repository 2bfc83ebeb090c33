package org.gridtorrent.catalog.device;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.Revisions.Standing;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.db.Watch;
import org.gridtorrent.catalog.device.Device.Endpoint;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.identity.CertificateAuthority;
import org.gridtorrent.identity.EnrolmentCode;
import org.gridtorrent.identity.Tokens;
import org.jdbi.v3.core.result.RowView;

/** Enrolled machines: their codes, tokens, reports and revisions. */
public final class Devices {
    public static final Duration CODE_LIFE = Duration.ofMinutes(10);

    private static final String SELECT = "select d.id, d.account_id, d.name, d.client_version,"
            + " d.created, d.last_seen, d.free_bytes, d.withdrawn, d.revision from device d ";
    /** Longer than a device's certificate, by more than clocks may differ. */
    private static final Duration CERTIFICATE_OVER = CertificateAuthority.DEVICE_LIFETIME
            .plusHours(2);
    private static final int NAME_LONGEST = 200;
    private static final int PATH_LONGEST = 4096;
    private static final int MOST_FOLDERS = 500;

    private final Database database;
    private final CopyWaits waits;
    private final LastSeenWriter lastSeen;

    public Devices(Database database, CopyWaits waits, LastSeenWriter lastSeen) {
        this.database = database;
        this.waits = waits;
        this.lastSeen = lastSeen;
        database.mapRecord(Presence.class);
    }

    /** A one-time code for enrolling a machine of this account; only its hash is stored. */
    public EnrolmentCode createEnrolmentCode(String accountId, X509Certificate authority) {
        var code = EnrolmentCode.next(database.random, authority);
        Instant now = database.now();
        database.changeOnly(tx -> {
            tx.createUpdate("delete from enrolment_code where expires <= :now")
                    .bind("now", now).execute();
            tx.createUpdate("insert into enrolment_code (secret_hash, account_id, expires)"
                    + " values (:hash, :account, :expires)")
                    .bind("hash", code.secretHash()).bind("account", accountId)
                    .bind("expires", now.plus(CODE_LIFE)).execute();
            Audit.noteAbout(tx, AuditKind.CODE_MADE, accountId, accountId, "");
        });
        return code;
    }

    /** Uses the code up and makes the device. Empty when it is unknown, used or too old. */
    public Optional<Enrolled> enrol(EnrolmentCode code, String name, String clientVersion) {
        String deviceName = TextRules.required(Field.MACHINE_NAME, name, NAME_LONGEST);
        String version = TextRules.optional(Field.CLIENT_VERSION, clientVersion, NAME_LONGEST);
        return database.change(tx -> useUp(tx, code)
                .flatMap(accountId -> Accounts.find(tx, accountId))
                .filter(account -> !account.disabled())
                .map(account -> {
                    Audit.note(tx, AuditKind.MACHINE_ENROLLED, account.id(), deviceName);
                    return add(tx, account, deviceName, version);
                }));
    }

    public Optional<Device> find(String deviceId) {
        return database.read(tx -> tx.createQuery(SELECT + "where d.id = :id")
                .bind("id", deviceId).map(row -> device(tx, row)).findOne());
    }

    /** The account's machines that were not withdrawn, by name. */
    public List<Device> of(String accountId) {
        return database.read(tx -> tx.createQuery(SELECT
                + "where d.account_id = :account and not d.withdrawn order by d.name, d.id")
                .bind("account", accountId).map(row -> device(tx, row)).list());
    }

    /**
     * The account behind a device's certificate, when it still has both: the device is the user's
     * and not withdrawn, the account not disabled.
     */
    public Optional<Account> admitted(String userId, String deviceId) {
        return database.read(tx -> tx.createQuery("select " + Accounts.COLUMNS
                + " from device d join account a on a.id = d.account_id"
                + " where d.id = :device and a.id = :user and not d.withdrawn"
                + " and not a.disabled")
                .bind("device", deviceId).bind("user", userId).mapTo(Account.class).findOne());
    }

    /** The device that a REST token was given to, when it is still admitted. */
    public Optional<Device> findByApiToken(String token) {
        return database.read(tx -> tx.createQuery(SELECT
                + "join api_token t on t.device_id = d.id join account a on a.id = d.account_id"
                + " where t.token_hash = :hash and not d.withdrawn and not a.disabled")
                .bind("hash", Tokens.hash(token)).map(row -> device(tx, row)).findOne());
    }

    /** Devices of these accounts that were withdrawn while a certificate of theirs may still hold. */
    public static List<String> latelyWithdrawn(Transaction tx, Instant now,
            Set<String> accountIds) {
        return tx.createQuery("select id, account_id from device"
                + " where withdrawn_at > :since order by id")
                .bind("since", now.minus(CERTIFICATE_OVER))
                .map((row, _) -> Map.entry(row.getString(1), row.getString(2))).stream()
                .filter(device -> accountIds.contains(device.getValue())).map(Map.Entry::getKey)
                .toList();
    }

    /** The devices of disabled accounts, as long as their certificates may hold: none is renewed. */
    public static List<String> ofDisabled(Transaction tx, Instant now) {
        return tx.createQuery("select d.id from account a join device d on d.account_id = a.id"
                + " where a.disabled and not d.withdrawn"
                + " and coalesce(d.last_seen, d.created) > :since order by d.id")
                .bind("since", now.minus(CERTIFICATE_OVER)).mapTo(String.class).list();
    }

    /** Replaces what is known of the device. */
    public void report(String deviceId, Device.Report report) {
        if (report.folders().size() > MOST_FOLDERS || report.endpoints().size() > 4) {
            throw CatalogException.invalid("The device reports too many folders or endpoints.");
        }
        database.write(tx -> {
            tx.createUpdate("update device set client_version = :version,"
                    + " free_bytes = :free where id = :id")
                    .bind("version",
                            TextRules.optional(Field.CLIENT_VERSION, report.clientVersion(), 200))
                    .bind("free", report.freeBytes()).bind("id", deviceId).execute();
            PresenceRows.seen(tx, deviceId, waits);
            replaceEndpoints(tx, deviceId, report.endpoints());
            replaceFolders(tx, deviceId, report.folders().stream().distinct().toList());
            return true;
        });
    }

    /** How much of the device rules for copies may fill, and whether it is meant to be always on. */
    public void offer(String deviceId, long bytes, boolean alwaysOn) {
        if (bytes < 0) {
            throw CatalogException.invalid("Less than nothing cannot be offered.");
        }
        database.write(tx -> tx.createUpdate("update device set offered_bytes = :bytes,"
                + " always_on = :alwaysOn where id = :id").bind("bytes", bytes)
                .bind("alwaysOn", alwaysOn).bind("id", deviceId).execute());
    }

    /** Notes that the device was heard of; written within ten seconds. */
    public void seen(String deviceId) {
        lastSeen.seen(deviceId);
    }

    public long revision(String deviceId) {
        return database.read(tx -> tx
                .createQuery("select revision from device where id = :id").bind("id", deviceId)
                .mapTo(Long.class).findOne().orElse(0L));
    }

    /**
     * Blocks until the device's revision is another than this, the time is over, or the caller
     * gives up (asked at first and after {@code Catalog.wakeWaiters}); the revision then.
     *
     * @param takesQueries whether it ends as well when there is a folder query for the device
     */
    public long awaitRevision(String deviceId, long known, boolean takesQueries, Duration longest,
            BooleanSupplier givesUp) throws InterruptedException {
        long deadlineNs = System.nanoTime() + longest.toNanos();
        ToLongFunction<Standing> number = takesQueries ? Standing::sum : Standing::revision;
        try (Watch.Waiter waiter = database.watch.waiter(deviceId, number, Watch.NOTHING_KNOWN)) {
            Standing now = look(waiter, deviceId, number);
            while (now.revision() == known && !(takesQueries && isAsked(deviceId))
                    && !givesUp.getAsBoolean() && waiter.await(deadlineNs)) {
                now = look(waiter, deviceId, number);
            }
            return now.revision();
        }
    }

    private Standing look(Watch.Waiter waiter, String deviceId, ToLongFunction<Standing> number) {
        Standing now = database.read(tx -> Revisions.of(tx, deviceId));
        waiter.heard(number.applyAsLong(now));
        return now;
    }

    private boolean isAsked(String deviceId) {
        return !database.read(tx -> FolderQueries.open(tx, deviceId)).isEmpty();
    }

    private Optional<String> useUp(Transaction tx, EnrolmentCode code) {
        Optional<String> accountId = tx.createQuery("select account_id from enrolment_code"
                + " where secret_hash = :hash and expires > :now for update")
                .bind("hash", code.secretHash()).bind("now", database.now())
                .mapTo(String.class).findOne();
        int used = tx.createUpdate("delete from enrolment_code where secret_hash = :hash")
                .bind("hash", code.secretHash()).execute();
        return used == 1 ? accountId : Optional.empty();
    }

    private Enrolled add(Transaction tx, Account account, String name, String version) {
        String id = database.nextId();
        String token = Tokens.next(database.random);
        Instant now = database.now();
        tx.createUpdate("insert into device"
                + " (id, account_id, name, client_version, created, last_seen, watched_since,"
                + " presence) values (:id, :account, :name, :version, :now, :now, :watched,"
                + " :presence)")
                .bind("id", id).bind("account", account.id()).bind("name", name)
                .bind("version", version).bind("now", now)
                .bind("watched", Presence.begin(now).watchedSince())
                .bind("presence", Presence.begin(now).weight()).execute();
        tx.createUpdate("insert into api_token (token_hash, device_id, created)"
                + " values (:hash, :device, :now)").bind("hash", Tokens.hash(token))
                .bind("device", id).bind("now", now).execute();
        var device = tx.createQuery(SELECT + "where d.id = :id").bind("id", id)
                .map(row -> device(tx, row)).one();
        return new Enrolled(account, device, token);
    }

    private static void replaceEndpoints(Transaction tx, String deviceId, List<Endpoint> all) {
        tx.createUpdate("delete from device_endpoint where device_id = :id")
                .bind("id", deviceId).execute();
        for (Endpoint endpoint : all.stream().distinct().toList()) {
            tx.createUpdate("insert into device_endpoint (device_id, transport, port)"
                    + " values (:id, :transport, :port)").bind("id", deviceId)
                    .bindMethods(endpoint).execute();
        }
    }

    private static void replaceFolders(Transaction tx, String deviceId, List<String> all) {
        tx.createUpdate("delete from device_folder where device_id = :id")
                .bind("id", deviceId).execute();
        for (int i = 0; i < all.size(); i++) {
            tx.createUpdate("insert into device_folder (device_id, position, path)"
                    + " values (:id, :position, :path)").bind("id", deviceId)
                    .bind("position", i)
                    .bind("path", TextRules.required(Field.OPENED_FOLDER, all.get(i), PATH_LONGEST))
                    .execute();
        }
    }

    static List<Endpoint> endpoints(Transaction tx, String deviceId) {
        return tx.createQuery("select transport, port from device_endpoint"
                + " where device_id = :id order by transport, port").bind("id", deviceId)
                .map((row, _) -> new Endpoint(row.getString(1), row.getInt(2))).list();
    }

    private static Device device(Transaction tx, RowView row) {
        String id = row.getColumn("id", String.class);
        List<String> folders = tx.createQuery("select path from device_folder"
                + " where device_id = :id order by position").bind("id", id).mapTo(String.class)
                .list();
        return new Device(id, row.getColumn("account_id", String.class),
                row.getColumn("name", String.class),
                row.getColumn("client_version", String.class),
                row.getColumn("created", Instant.class),
                Optional.ofNullable(row.getColumn("last_seen", Instant.class)),
                row.getColumn("free_bytes", Long.class),
                row.getColumn("withdrawn", Boolean.class),
                row.getColumn("revision", Long.class), endpoints(tx, id), folders);
    }
}

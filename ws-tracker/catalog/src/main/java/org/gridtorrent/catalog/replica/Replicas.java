package org.gridtorrent.catalog.replica;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.replica.Replica.State;
import org.gridtorrent.catalog.task.Assignments;
import org.jdbi.v3.core.result.RowView;

/**
 * Replicas of contents at web servers, and their checks by the owners' machines.
 *
 * <p>The site itself never connects to a replica. A check is handed out to one machine of the content's
 * owner that has a verified copy; if that machine falls silent, is withdrawn or loses its copy, another one
 * gets it. Replicas that were checked are told to everybody who may read the content.
 *
 * <p>Each replica is checked again after a pause, which doubles as long as the result stays the same: from a
 * day to 30 days if it passed, from 10 minutes to a day if it failed. Until then the last result counts.
 */
public final class Replicas {
    /** Replicas of one content. */
    public static final int MAX_REPLICAS = 16;

    /** Checks that a machine is given at a time. */
    private static final int MAX_CHECKS = 16;
    private static final String NO_MACHINE = "";
    private static final Duration FIRST_PAUSE = Duration.ofDays(1);
    private static final Duration MAX_PAUSE = Duration.ofDays(30);
    private static final Duration FIRST_PAUSE_AFTER_FAILURE = Duration.ofMinutes(10);
    private static final Duration MAX_PAUSE_AFTER_FAILURE = Duration.ofDays(1);
    private static final int MAX_DOUBLINGS = 10;

    private static final String SELECT = "select r.id, r.url, r.state, r.problem, r.problem_file,"
            + " a.name as added_by, r.added, d.name as machine, r.checked, r.checked_bytes,"
            + " r.checked_pieces, r.next_check from dataset_replica r"
            + " join account a on a.id = r.added_by"
            + " left join device d on d.id = r.device_id where r.content_id = :content ";
    private static final String OLDEST_FIRST = "order by r.added, r.id";

    /** Machine {@code d} is one of the owner's of content {@code c}, and has a copy. */
    private static final String HOLDER = "d.account_id = c.owner_id and not d.withdrawn"
            + " and exists (select 1 from content_copy k where k.content_id = c.id"
            + " and k.device_id = d.id and not k.damaged)";
    /** Of replica {@code r}. */
    private static final String IS_DUE = "(r.state = 'PROPOSED' or r.next_check <= :now)";
    private static final String OPEN_CHECKS = "select r.id, r.content_id, r.url,"
            + " coalesce(r.device_id, '') as machine from dataset_replica r"
            + " join content c on c.id = r.content_id join device m on m.id = :device"
            + " where " + IS_DUE + " and c.state = 'PUBLISHED'"
            + " and c.owner_id = m.account_id and exists (select 1 from device d"
            + " where d.id = :device and " + HOLDER + ")"
            + " and (r.device_id is null or r.device_id = :device or not exists"
            + " (select 1 from device d where d.id = r.device_id and d.last_seen > :since and "
            + HOLDER + ")) " + OLDEST_FIRST + " limit :limit";

    private final Database database;
    private final Contents contents;

    public Replicas(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
    }

    /**
     * The content's replicas, the oldest first: all for its owner, for others those that were checked. Empty
     * when the content may not be read.
     */
    public Optional<List<Replica>> of(String readerId, String contentId) {
        return database.read(tx -> contents.find(tx, readerId, contentId)
                .map(content -> content.ownerId().equals(readerId)
                        ? all(tx, contentId)
                        : checked(tx, contentId)));
    }

    /** Addresses of the replicas that were checked. Access is not asked for: the caller did that. */
    public List<URI> checkedUrls(String contentId) {
        return database.read(tx -> checked(tx, contentId).stream().map(Replica::url)
                .toList());
    }

    private static List<Replica> all(Transaction tx, String contentId) {
        return tx.createQuery(SELECT + OLDEST_FIRST).bind("content", contentId)
                .map(Replicas::replica).list();
    }

    private static List<Replica> checked(Transaction tx, String contentId) {
        return all(tx, contentId).stream()
                .filter(replica -> replica.state() == State.CHECKED).map(Replica::forReaders)
                .toList();
    }

    private static Replica replica(RowView row) {
        return new Replica(row.getColumn("id", String.class),
                URI.create(row.getColumn("url", String.class)),
                row.getColumn("state", State.class),
                Optional.ofNullable(row.getColumn("problem", ReplicaProblem.class)),
                row.getColumn("problem_file", String.class),
                row.getColumn("added_by", String.class), row.getColumn("added", Instant.class),
                Optional.ofNullable(row.getColumn("machine", String.class)),
                Optional.ofNullable(row.getColumn("checked", Instant.class)),
                row.getColumn("checked_bytes", Long.class),
                row.getColumn("checked_pieces", Integer.class),
                Optional.ofNullable(row.getColumn("next_check", Instant.class)));
    }

    /**
     * Adds a replica, to be checked; one with the same address is returned as it is. Empty when the content is
     * not the account's; INVALID for an address that a replica cannot have; CONFLICT when the content is not
     * published or has {@link #MAX_REPLICAS} already.
     */
    public Optional<Replica> add(String ownerId, String contentId, String typed) {
        URI url = ReplicaUrls.parse(typed);
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            Optional<Content> content = owned(tx, ownerId, contentId);
            content.ifPresent(found -> ReplicaUrls.requireSecure(url, found.access()));
            return content.map(found -> withUrl(tx, contentId, url)
                    .orElseGet(() -> addNew(tx, found, url)));
        });
    }

    private Optional<Content> owned(Transaction tx, String ownerId, String contentId) {
        return contents.find(tx, ownerId, contentId)
                .filter(content -> content.ownerId().equals(ownerId));
    }

    private static Optional<Replica> withUrl(Transaction tx, String contentId, URI url) {
        return all(tx, contentId).stream().filter(replica -> replica.url().equals(url))
                .findFirst();
    }

    private Replica addNew(Transaction tx, Content content, URI url) {
        if (content.state() != Content.State.PUBLISHED) {
            throw CatalogException.conflict(Refused.NOT_PUBLISHED_YET);
        }
        if (all(tx, content.id()).size() >= MAX_REPLICAS) {
            throw CatalogException.conflict(Refused.REPLICAS_TOO_MANY, MAX_REPLICAS);
        }
        tx.createUpdate("insert into dataset_replica (id, content_id, url, state, added_by,"
                + " added) values (:id, :content, :url, 'PROPOSED', :owner, :now)")
                .bind("id", database.nextId()).bind("content", content.id())
                .bind("url", url.toString()).bind("owner", content.ownerId())
                .bind("now", database.now()).execute();
        Audit.note(tx, AuditKind.REPLICA_ADDED, content.ownerId(), content.id(),
                ReplicaUrls.withoutQuery(url));
        holdersChanged(tx, content.id());
        return withUrl(tx, content.id(), url).orElseThrow();
    }

    /** The owner's machines that have the content ask for their checks anew. */
    private static void holdersChanged(Transaction tx, String contentId) {
        tx.createUpdate("update device set revision = revision + 1 where id in"
                + " (select d.id from device d join content c on c.id = :content where " + HOLDER
                + ")").bind("content", contentId).execute();
    }

    /** Removes a replica. False when the content is not the account's, or has no such replica. */
    public boolean remove(String ownerId, String contentId, String replicaId) {
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            Optional<Replica> replica = owned(tx, ownerId, contentId, replicaId);
            replica.ifPresent(found -> {
                remove(tx, ownerId, contentId, found);
                holdersChanged(tx, contentId);
            });
            return replica.isPresent();
        });
    }

    private Optional<Replica> owned(Transaction tx, String ownerId, String contentId,
            String replicaId) {
        return owned(tx, ownerId, contentId)
                .flatMap(_ -> all(tx, contentId).stream()
                        .filter(replica -> replica.id().equals(replicaId)).findFirst());
    }

    private static void remove(Transaction tx, String accountId,
            String contentId, Replica replica) {
        tx.createUpdate("delete from dataset_replica where id = :id")
                .bind("id", replica.id()).execute();
        Audit.note(tx, AuditKind.REPLICA_REMOVED, accountId, contentId,
                ReplicaUrls.withoutQuery(replica.url()));
    }

    /**
     * Has a replica checked again; one that waits for its check goes on waiting. False when the content is not
     * the account's, or has no such replica.
     */
    public boolean checkAgain(String ownerId, String contentId, String replicaId) {
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            Optional<Replica> replica = owned(tx, ownerId, contentId, replicaId);
            if (replica.isPresent()) {
                tx.createUpdate("update dataset_replica set state = 'PROPOSED',"
                        + " problem = null, problem_file = '', device_id = null,"
                        + " next_check = null, same_results = 0"
                        + " where id = :id and state <> 'PROPOSED'").bind("id", replicaId)
                        .execute();
                holdersChanged(tx, contentId);
            }
            return replica.isPresent();
        });
    }

    /**
     * Removes the replicas with http addresses when not everybody may read the content any more: their bytes
     * pass the network in the open.
     *
     * @param accountId who changed the access
     */
    public static void accessChanged(Transaction tx, String accountId,
            String contentId) {
        boolean isPublic = tx.createQuery("select access_level from content where id = :id")
                .bind("id", contentId).mapTo(Access.class).one() == Access.PUBLIC;
        if (!isPublic) {
            all(tx, contentId).stream()
                    .filter(replica -> replica.url().getScheme().equals("http"))
                    .forEach(replica -> remove(tx, accountId, contentId, replica));
        }
    }

    /** The checks that this machine is to make; those that it was given before are among them until it reports. */
    public List<ReplicaCheck> handOut(String deviceId) {
        List<OpenCheck> open = database.read(tx -> open(tx, deviceId));
        boolean given = open.stream().allMatch(check -> check.machine().equals(deviceId));
        List<OpenCheck> claimed = given
                ? open
                : database.write(tx -> open(tx, deviceId).stream()
                        .filter(check -> claim(tx, deviceId, check)).toList());
        return claimed.stream().map(OpenCheck::check).toList();
    }

    /** A check with the id of the machine that it was given to, or {@link #NO_MACHINE}. */
    private record OpenCheck(ReplicaCheck check, String machine) {}

    private List<OpenCheck> open(Transaction tx, String deviceId) {
        return tx.createQuery(OPEN_CHECKS).bind("device", deviceId)
                .bind("now", database.now())
                .bind("since", database.now().minus(Assignments.SILENCE)).bind("limit", MAX_CHECKS)
                .map(row -> new OpenCheck(new ReplicaCheck(row.getColumn("id", String.class),
                        row.getColumn("content_id", String.class),
                        URI.create(row.getColumn("url", String.class))),
                        row.getColumn("machine", String.class)))
                .list();
    }

    /** Of two machines that ask at once, one gets it. */
    private boolean claim(Transaction tx, String deviceId, OpenCheck check) {
        return tx.createUpdate("update dataset_replica r set device_id = :device"
                + " where r.id = :id and " + IS_DUE + " and coalesce(r.device_id, '" + NO_MACHINE
                + "') = :before").bind("device", deviceId).bind("id", check.check().replicaId())
                .bind("now", database.now()).bind("before", check.machine()).execute() == 1;
    }

    /**
     * Notes the result of a check; the same again changes nothing. False when the machine was not given this
     * check, or it is another's or nobody's by now.
     */
    public boolean report(String deviceId, String replicaId, CheckResult result) {
        return database.write(tx -> {
            Optional<LastResult> last = tx.createQuery("select r.state, r.same_results, "
                    + IS_DUE + " as due from dataset_replica r where r.id = :id"
                    + " and r.device_id = :device").bind("id", replicaId).bind("device", deviceId)
                    .bind("now", database.now()).map(LastResult::of).findOne();
            last.filter(LastResult::isDue)
                    .ifPresent(known -> note(tx, deviceId, replicaId, known, result));
            return last.isPresent();
        });
    }

    /**
     * Result of the check before.
     *
     * @param repeats how many checks in a row had it
     * @param isDue whether the next check may be reported
     */
    private record LastResult(State state, int repeats, boolean isDue) {
        static LastResult of(RowView row) {
            return new LastResult(row.getColumn("state", State.class),
                    row.getColumn("same_results", Integer.class),
                    row.getColumn("due", Boolean.class));
        }
    }

    private void note(Transaction tx, String deviceId, String replicaId, LastResult last,
            CheckResult result) {
        State state = result.problem().isEmpty() ? State.CHECKED : State.FAILED;
        int repeats = state == last.state() ? last.repeats() + 1 : 1;
        tx.createUpdate("update dataset_replica r set state = :state, problem = :problem,"
                + " problem_file = :file, checked = :now, checked_bytes = :bytes,"
                + " checked_pieces = :pieces, next_check = :next, same_results = :repeats"
                + " where r.id = :id and r.device_id = :device and " + IS_DUE)
                .bind("state", state)
                .bind("problem", result.problem().map(Enum::name).orElse(null))
                .bind("file", result.file()).bind("now", database.now())
                .bind("bytes", result.bytes()).bind("pieces", result.pieces())
                .bind("next", database.now().plus(pause(state, repeats)))
                .bind("repeats", repeats).bind("id", replicaId).bind("device", deviceId)
                .execute();
    }

    private static Duration pause(State state, int repeats) {
        boolean passed = state == State.CHECKED;
        Duration pause = (passed ? FIRST_PAUSE : FIRST_PAUSE_AFTER_FAILURE)
                .multipliedBy(1L << Math.min(repeats - 1, MAX_DOUBLINGS));
        Duration limit = passed ? MAX_PAUSE : MAX_PAUSE_AFTER_FAILURE;
        return pause.compareTo(limit) < 0 ? pause : limit;
    }
}

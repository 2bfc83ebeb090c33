package org.gridtorrent.catalog.swarm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.GroupCommit;
import org.gridtorrent.catalog.db.Transaction;

/** Which devices take part in which content's swarm. Announcements expire when not repeated. */
public final class Swarms {
    /** How often a device is to announce; it is forgotten after two and a half of these. */
    public static final Duration INTERVAL = Duration.ofSeconds(60);
    private static final Duration LIFE = INTERVAL.multipliedBy(5).dividedBy(2);

    private static final String UPDATE = "update announcement set address = :address,"
            + " uploaded = :uploaded, downloaded = :downloaded, bytes_left = :left,"
            + " reader = :reader, announced = :now, expires = :expires"
            + " where content_id = :contentId and device_id = :deviceId";
    private static final String INSERT = "insert into announcement (content_id, device_id, address,"
            + " uploaded, downloaded, bytes_left, reader, announced, expires) values (:contentId, :deviceId,"
            + " :address, :uploaded, :downloaded, :left, :reader, :now, :expires) on conflict do nothing";
    /** Behind every id, in whatever order of letters the database has. */
    private static final String LAST_ID = "z".repeat(40);
    private static final long COUNTED_NS = Duration.ofSeconds(1).toNanos();
    private static final int MOST_COUNTED = 10_000;

    private final Database database;
    private final GroupCommit<Announcement> announced = new GroupCommit<>(this::write,
            Database::isOfTheRows);
    private final Map<String, CountedAt> counted = new ConcurrentHashMap<>();

    private record CountedAt(Counts counts, long atNs) {}

    public Swarms(Database database) {
        this.database = database;
    }

    /**
     * A device's word on its part in a swarm; counts are bytes.
     *
     * @param reader whether it reads the content without getting it: it counts as no copy, so that something is
     *     always left
     */
    public record Announcement(String contentId, String deviceId, String address, long uploaded,
            long downloaded, long left, boolean reader) {
        public Announcement {
            left = reader ? Math.max(left, 1) : left;
        }

        /** Of a device that has the content, or gets it. */
        public Announcement(String contentId, String deviceId, String address, long uploaded,
                long downloaded, long left) {
            this(contentId, deviceId, address, uploaded, downloaded, left, false);
        }
    }

    /** Devices heard of lately: with the whole content, and still fetching it; without those that read it. */
    public record Counts(int seeds, int leeches) {}

    /** Returns when it is committed, together with others' that came at the same time. */
    public void announce(Announcement said) {
        announced.add(said);
    }

    /** How many bytes each device that was heard of lately still lacks, as it said last. */
    public Map<String, Long> lacking(String contentId) {
        return database.read(tx -> tx.createQuery("select device_id, bytes_left"
                + " from announcement where content_id = :id and expires > :now")
                .bind("id", contentId).bind("now", database.now())
                .map((row, _) -> Map.entry(row.getString(1), row.getLong(2))).list().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** Counts the device among those that came to have all of it, once; said before its announce. */
    public void completed(String contentId, String deviceId) {
        database.write(tx -> tx.createUpdate("update content"
                + " set completions = completions + 1 where id = :content and exists"
                + " (select 1 from announcement where content_id = :content"
                + " and device_id = :device and bytes_left > 0)")
                .bind("content", contentId).bind("device", deviceId).execute());
    }

    /** How often a device came to have all of the content. */
    public long completions(String contentId) {
        return database.read(tx -> tx
                .createQuery("select completions from content where id = :id")
                .bind("id", contentId).mapTo(Long.class).findOne().orElse(0L));
    }

    /** How many contents the device takes part in. */
    public int joined(String deviceId) {
        return database.read(tx -> tx.createQuery("select count(*) from announcement"
                + " where device_id = :device and expires > :now").bind("device", deviceId)
                .bind("now", database.now()).mapTo(Integer.class).one());
    }

    public void stop(String contentId, String deviceId) {
        database.write(tx -> tx.createUpdate("delete from announcement"
                + " where content_id = :content and device_id = :device")
                .bind("content", contentId).bind("device", deviceId).execute());
    }

    public Counts counts(String contentId) {
        return database.read(tx -> tx.createQuery("select count(*),"
                + " coalesce(sum(case when bytes_left = 0 then 1 else 0 end), 0)"
                + " from announcement where content_id = :content and expires > :now"
                + " and not reader").bind("content", contentId).bind("now", database.now())
                .map((row, _) -> new Counts(row.getInt(2), row.getInt(1) - row.getInt(2))).one());
    }

    /** The same, of within the last second: counting a large swarm costs more than an announce. */
    public Counts recentCounts(String contentId) {
        long nowNs = System.nanoTime();
        CountedAt known = counted.get(contentId);
        if (known != null && (nowNs - known.atNs() < COUNTED_NS
                || !counted.replace(contentId, known, new CountedAt(known.counts(), nowNs)))) {
            return known.counts(); // new enough, or just being counted by another
        }
        if (counted.size() >= MOST_COUNTED) {
            counted.clear();
        }
        Counts counts = counts(contentId);
        counted.put(contentId, new CountedAt(counts, nowNs));
        return counts;
    }

    /** The account's own devices that have all of it, as they say or as it was last verified. */
    public Set<String> complete(String contentId, String accountId) {
        return database.read(tx -> tx.createQuery("select d.id from device d"
                + " where d.account_id = :account and (exists (select 1 from announcement n"
                + " where n.device_id = d.id and n.content_id = :content and n.bytes_left = 0"
                + " and n.expires > :now) or exists (select 1 from content_copy k"
                + " where k.device_id = d.id and k.content_id = :content and not k.damaged"
                + " and k.missing is null))")
                .bind("content", contentId).bind("account", accountId)
                .bind("now", database.now()).mapTo(String.class).set());
    }

    /**
     * Devices that announced lately, whose account may read the content and that said where they
     * listen, in random order; never the asking device. Of a large swarm, those whose ids follow a
     * random one: ids are random themselves, and no more of the swarm is read than that.
     */
    public List<Peer> peers(String contentId, String askingDeviceId, int most) {
        return database.read(tx -> {
            var found = new PeerSearch(tx, contentId, askingDeviceId, database.now(), most);
            String start = database.nextId();
            found.take(start, LAST_ID);
            found.take("", start);
            List<Peer> peers = found.peers();
            Collections.shuffle(peers, database.random);
            return List.copyOf(peers);
        });
    }

    /** Drops announcements that expired; the tracker calls it now and then. */
    public int purgeExpired() {
        return database.write(tx -> tx
                .createUpdate("delete from announcement where expires <= :now")
                .bind("now", database.now().minus(LIFE)).execute());
    }

    /** In the order of keys, so that two nodes never wait for each other's rows. */
    private void write(List<Announcement> said) {
        var last = new TreeMap<String, Announcement>();
        said.forEach(each -> last.put(each.contentId() + " " + each.deviceId(), each));
        Instant now = database.now();
        database.write(tx -> {
            List<Announcement> fresh = put(tx, last.values(), now, UPDATE);
            List<Announcement> beaten = put(tx, fresh, now, INSERT);
            return put(tx, beaten, now, UPDATE); // another node was quicker to insert
        });
    }

    /** Those that no row was written for. */
    private static List<Announcement> put(Transaction tx, Collection<Announcement> said,
            Instant now, String sql) {
        if (said.isEmpty()) {
            return List.of();
        }
        var batch = tx.prepareBatch(sql);
        for (Announcement each : said) {
            batch.bindMethods(each).bind("now", now).bind("expires", now.plus(LIFE)).add();
        }
        int[] rows = batch.execute();
        var without = new ArrayList<Announcement>();
        int position = 0;
        for (Announcement each : said) {
            if (rows[position++] == 0) {
                without.add(each);
            }
        }
        return without;
    }
}

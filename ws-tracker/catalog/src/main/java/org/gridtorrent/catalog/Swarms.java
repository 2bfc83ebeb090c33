package org.gridtorrent.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.gridtorrent.catalog.Content.Access;
import org.gridtorrent.catalog.Content.State;
import org.jdbi.v3.core.Handle;

/** Which devices take part in which content's swarm. Announcements expire when not repeated. */
public final class Swarms {
    /** How often a device is to announce; it is forgotten after two and a half of these. */
    public static final Duration INTERVAL = Duration.ofSeconds(60);
    private static final Duration LIFE = INTERVAL.multipliedBy(5).dividedBy(2);

    private final Database database;

    Swarms(Database database) {
        this.database = database;
    }

    /** A device's word on its part in a swarm; counts are bytes. */
    public record Announcement(String contentId, String deviceId, String address, long uploaded,
            long downloaded, long left) {}

    /** Devices heard of lately: with the whole content, and still fetching it. */
    public record Counts(int seeds, int leeches) {}

    public void announce(Announcement said) {
        Instant now = database.now();
        database.write(handle -> {
            int updated = put(handle, said, now, "update announcement set address = :address,"
                    + " uploaded = :uploaded, downloaded = :downloaded, bytes_left = :left,"
                    + " announced = :now, expires = :expires"
                    + " where content_id = :contentId and device_id = :deviceId");
            return updated > 0
                    ? updated
                    : put(handle, said, now, "insert into announcement"
                            + " (content_id, device_id, address, uploaded, downloaded, bytes_left,"
                            + " announced, expires) select :contentId, :deviceId, :address, :uploaded,"
                            + " :downloaded, :left, :now, :expires"
                            + " where not exists (select 1 from announcement"
                            + " where content_id = :contentId and device_id = :deviceId)");
        });
    }

    public void stop(String contentId, String deviceId) {
        database.write(handle -> handle.createUpdate("delete from announcement"
                + " where content_id = :content and device_id = :device")
                .bind("content", contentId).bind("device", deviceId).execute());
    }

    public Counts counts(String contentId) {
        return database.read(handle -> {
            var left = handle.createQuery("select bytes_left from announcement"
                    + " where content_id = :content and expires > :now")
                    .bind("content", contentId).bind("now", database.now())
                    .mapTo(Long.class).list();
            int seeds = (int) left.stream().filter(bytes -> bytes == 0).count();
            return new Counts(seeds, left.size() - seeds);
        });
    }

    /** The account's own devices that have all of it. */
    public Set<String> complete(String contentId, String accountId) {
        return database.read(handle -> handle.createQuery("select n.device_id from announcement n"
                + " join device d on d.id = n.device_id where n.content_id = :content"
                + " and d.account_id = :account and n.bytes_left = 0 and n.expires > :now")
                .bind("content", contentId).bind("account", accountId)
                .bind("now", database.now()).mapTo(String.class).set());
    }

    /**
     * Devices that announced lately, whose account may read the content and that said where they
     * listen, in random order; never the asking device.
     */
    public List<Peer> peers(String contentId, String askingDeviceId, int most) {
        return database.read(handle -> {
            List<Peer> peers = new ArrayList<>(candidates(handle, contentId, askingDeviceId));
            peers.removeIf(peer -> peer.endpoints().isEmpty());
            Collections.shuffle(peers, database.random);
            return List.copyOf(peers.subList(0, Math.min(most, peers.size())));
        });
    }

    /** Drops announcements that expired; the tracker calls it now and then. */
    public int purgeExpired() {
        return database.write(handle -> handle
                .createUpdate("delete from announcement where expires <= :now")
                .bind("now", database.now().minus(LIFE)).execute());
    }

    private List<Peer> candidates(Handle handle, String contentId, String askingDeviceId) {
        return handle.createQuery("select n.device_id, n.address, c.access_level, c.state,"
                + Contents.RELATION + " from announcement n"
                + " join content c on c.id = n.content_id join device d on d.id = n.device_id"
                + " join account a on a.id = d.account_id where n.content_id = :content"
                + " and n.device_id <> :asking and n.expires > :now and not d.withdrawn")
                .bind("content", contentId).bind("asking", askingDeviceId)
                .bind("now", database.now())
                .map(row -> {
                    boolean may = AccessPolicy.mayRead(
                            row.getColumn("access_level", Access.class),
                            row.getColumn("state", State.class), Contents.relation(row));
                    String id = row.getColumn("device_id", String.class);
                    return new Peer(id, row.getColumn("address", String.class),
                            may ? Devices.endpoints(handle, id) : List.of());
                }).list();
    }

    private static int put(Handle handle, Announcement said, Instant now, String sql) {
        return handle.createUpdate(sql).bindMethods(said).bind("now", now)
                .bind("expires", now.plus(LIFE)).execute();
    }
}

package org.gridtorrent.catalog.swarm;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.jdbi.v3.core.result.RowView;

/**
 * The swarms of what anybody may have: which contents these are, the site's own devices in them, and
 * the strangers that the tracker's nodes have heard of. What strangers said is kept behind the
 * answers, many in one transaction; all else is read.
 */
public final class OpenSwarms {
    /** Several transactions may have begun in one order and ended in another. */
    private static final Duration OVERLAP = Duration.ofSeconds(3);
    private static final Comparator<OpenPeer> BY_KEY = Comparator.comparing(OpenPeer::infoHash)
            .thenComparing(OpenPeer::address).thenComparingInt(OpenPeer::port);

    private final Database database;

    public OpenSwarms(Database database) {
        this.database = database;
    }

    /**
     * What other nodes noted.
     *
     * @param until where the next reading begins
     */
    public record News(List<OpenPeer> peers, Instant until) {
        public News {
            peers = List.copyOf(peers);
        }
    }

    /** A content that anybody may have, and how often strangers fetched all of it. */
    public record OpenContent(String infoHash, long downloads) {}

    /** The contents that anybody may have, newest first. */
    public List<OpenContent> open(int limit) {
        return database.read(tx -> tx
                .createQuery("select info_hash, access_level, state, open_downloads from content"
                        + " where access_level = 'PUBLIC' and state = 'PUBLISHED'"
                        + " order by created desc, id limit :limit")
                .bind("limit", limit).reduceRows(new ArrayList<>(), OpenSwarms::addIfOpen));
    }

    private static List<OpenContent> addIfOpen(List<OpenContent> open, RowView row) {
        if (AccessPolicy.mayAnybodyRead(row.getColumn("access_level", Access.class),
                row.getColumn("state", State.class))) {
            open.add(new OpenContent(row.getColumn("info_hash", String.class),
                    row.getColumn("open_downloads", Long.class)));
        }
        return open;
    }

    /** Devices of the site that announced the content lately and take plain TCP, newest first. */
    public List<SitePeer> sitePeers(String infoHash, int limit) {
        return database.read(tx -> tx.createQuery("select n.address, e.port,"
                + " n.bytes_left from announcement n"
                + " join content c on c.id = n.content_id join device d on d.id = n.device_id"
                + " join account a on a.id = d.account_id"
                + " join device_endpoint e on e.device_id = d.id and e.transport = 'tcp'"
                + " where c.info_hash = :hash and c.access_level = 'PUBLIC'"
                + " and n.expires > :now and not d.withdrawn and not a.disabled"
                + " order by n.announced desc limit :limit").bind("hash", infoHash)
                .bind("now", database.now()).bind("limit", limit)
                .map((row, _) -> new SitePeer(row.getString(1), row.getInt(2),
                        row.getLong(3) == 0))
                .list());
    }

    /** Notes what a node heard, in one transaction; the latest word on a peer stays. */
    public void note(String node, List<OpenPeer> heard) {
        // In one order everywhere, so that two nodes do not wait for each other's rows.
        List<OpenPeer> sorted = heard.stream().sorted(BY_KEY).toList();
        if (!sorted.isEmpty()) {
            database.write(tx -> {
                int[] updated = update(tx, node, sorted);
                return insert(tx, node, sorted, updated);
            });
        }
    }

    private static int[] update(Transaction tx, String node, List<OpenPeer> peers) {
        try (var batch = tx.prepareBatch("update open_peer set peer_id = :peerId,"
                + " peer_key = :peerKey, complete = :complete, gone = :gone,"
                + " announced = :announced, node = :node, noted = current_timestamp"
                + " where info_hash = :infoHash and address = :address and port = :port"
                + " and announced <= :announced")) {
            peers.forEach(peer -> batch.bindMethods(peer).bind("node", node).add());
            return batch.execute();
        }
    }

    private static int insert(Transaction tx, String node, List<OpenPeer> peers, int[] updated) {
        try (var batch = tx.prepareBatch("insert into open_peer (info_hash, address, port,"
                + " peer_id, peer_key, complete, gone, announced, node, noted) values (:infoHash,"
                + " :address, :port, :peerId, :peerKey, :complete, :gone, :announced, :node,"
                + " current_timestamp) on conflict do nothing")) {
            for (int i = 0; i < updated.length; i++) {
                if (updated[i] == 0) {
                    batch.bindMethods(peers.get(i)).bind("node", node).add();
                }
            }
            return batch.size() == 0 ? 0 : batch.execute().length;
        }
    }

    /** All peers that announced since then and have not left, the latest ones first. */
    public List<OpenPeer> heardSince(Instant then, int limit) {
        return database.read(tx -> tx.createQuery("select * from open_peer"
                + " where announced > :then and not gone order by announced desc limit :limit")
                .bind("then", then).bind("limit", limit).map((row, _) -> peer(row)).list());
    }

    /**
     * What other nodes noted since a reading began. Times are the database's, which dates the notes;
     * each reading begins a little before the last one's end, since notes become visible late.
     */
    public News notedByOthers(String node, Instant since, int limit) {
        return database.read(tx -> {
            Instant now = databaseTime(tx);
            List<Noted> noted = tx.createQuery("select * from open_peer"
                    + " where noted >= :since and node <> :node order by noted limit :limit")
                    .bind("since", since).bind("node", node).bind("limit", limit)
                    .map((row, _) -> new Noted(peer(row), time(row, "noted"))).list();
            Instant until = noted.size() == limit ? noted.getLast().at() : now.minus(OVERLAP);
            return new News(noted.stream().map(Noted::peer).toList(), until);
        });
    }

    private record Noted(OpenPeer peer, Instant at) {}

    /** Where a node's first reading begins that has just been told all. */
    public Instant readingBegin() {
        return database.read(OpenSwarms::databaseTime).minus(OVERLAP);
    }

    private static Instant databaseTime(Transaction tx) {
        return tx.createQuery("select current_timestamp").mapTo(Instant.class).one();
    }

    /** Adds to the downloads of contents, by info-hash. */
    public void downloaded(Map<String, Long> more) {
        if (!more.isEmpty()) {
            database.write(tx -> {
                try (var batch = tx.prepareBatch("update content set"
                        + " open_downloads = open_downloads + :more where info_hash = :hash")) {
                    more.forEach((hash, count) -> batch.bind("more", count).bind("hash", hash)
                            .add());
                    return batch.execute().length;
                }
            });
        }
    }

    /** Drops peers not heard of since then, and those of contents that are not open any more. */
    public int purge(Instant then) {
        return database.write(tx -> tx
                .createUpdate("delete from open_peer where announced < :then or not exists"
                        + " (select 1 from content c where c.info_hash = open_peer.info_hash"
                        + " and c.access_level = 'PUBLIC' and c.state = 'PUBLISHED')")
                .bind("then", then).execute());
    }

    private static OpenPeer peer(ResultSet row) throws SQLException {
        return new OpenPeer(row.getString("info_hash"), row.getString("address"),
                row.getInt("port"), row.getBytes("peer_id"), row.getLong("peer_key"),
                row.getBoolean("complete"), row.getBoolean("gone"), time(row, "announced"));
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}

package org.gridtorrent.catalog.device;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gridtorrent.catalog.db.Transaction;

/** When devices were last heard of, and how much of the time lately. */
public final class PresenceRows {
    public static final String COLUMNS = " d.watched_since, d.presence as weight, d.last_seen, d.returned ";
    private static final int AT_ONCE = 500;
    private static final Presence NOBODY = Presence.begin(Instant.EPOCH);

    private PresenceRows() {}

    public static void seen(Transaction tx, String deviceId, CopyWaits waits) {
        seen(tx, new TreeMap<>(Map.of(deviceId, tx.now())), waits);
    }

    /**
     * In the order of ids; how many moved. A row that another node wrote meanwhile is left: the time
     * between two contacts would count twice.
     */
    public static int seen(Transaction tx, SortedMap<String, Instant> contacts, CopyWaits waits) {
        List<String> ids = new ArrayList<>(contacts.keySet());
        Map<String, Presence> before = new HashMap<>();
        for (int i = 0; i < ids.size(); i += AT_ONCE) {
            tx.createQuery("select d.id," + COLUMNS + "from device d where d.id in (<ids>)")
                    .bindList("ids", ids.subList(i, Math.min(ids.size(), i + AT_ONCE)))
                    .map(row -> Map.entry(row.getColumn("id", String.class),
                            row.getRow(Presence.class)))
                    .forEach(each -> before.put(each.getKey(), each.getValue()));
        }
        var update = tx.prepareBatch("update device set last_seen = :at, presence = :weight,"
                + " returned = :returned where id = :id"
                + " and (last_seen = :before or last_seen is null and :fresh)");
        int moved = 0;
        for (Map.Entry<String, Instant> contact : contacts.entrySet()) {
            Presence old = before.getOrDefault(contact.getKey(), NOBODY);
            Presence now = old.seen(contact.getValue(), waits.lost());
            if (!old.equals(NOBODY) && !now.equals(old)) {
                update.bind("at", now.lastSeen()).bind("weight", now.weight())
                        .bind("returned", now.returned()).bind("id", contact.getKey())
                        .bind("before", old.lastSeen()).bind("fresh", old.lastSeen().isEmpty())
                        .add();
                moved++;
            }
        }
        if (moved > 0) {
            update.execute();
        }
        return moved;
    }
}

package org.gridtorrent.catalog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gridtorrent.catalog.copies.CopyWaits;
import org.gridtorrent.catalog.copies.Presence;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;

/** When devices were last heard of, and how much of the time lately. */
final class Presences {
    static final String COLUMNS = " d.watched_since, d.presence, d.last_seen, d.returned ";
    private static final int AT_ONCE = 500;
    private static final Presence NOBODY = Presence.begin(Instant.EPOCH);

    private Presences() {}

    static Presence of(RowView row) {
        return new Presence(row.getColumn("watched_since", Instant.class),
                row.getColumn("presence", Double.class),
                Optional.ofNullable(row.getColumn("last_seen", Instant.class)),
                Optional.ofNullable(row.getColumn("returned", Instant.class)));
    }

    static void seen(Handle handle, String deviceId, Database database) {
        seen(handle, new TreeMap<>(Map.of(deviceId, database.now())), database.waits());
    }

    /**
     * In the order of ids; how many moved. A row that another node wrote meanwhile is left: the time
     * between two contacts would count twice.
     */
    static int seen(Handle handle, SortedMap<String, Instant> contacts, CopyWaits waits) {
        List<String> ids = new ArrayList<>(contacts.keySet());
        Map<String, Presence> before = new HashMap<>();
        for (int i = 0; i < ids.size(); i += AT_ONCE) {
            handle.createQuery("select d.id," + COLUMNS + "from device d where d.id in (<ids>)")
                    .bindList("ids", ids.subList(i, Math.min(ids.size(), i + AT_ONCE)))
                    .map(row -> Map.entry(row.getColumn("id", String.class), of(row)))
                    .forEach(each -> before.put(each.getKey(), each.getValue()));
        }
        var update = handle.prepareBatch("update device set last_seen = :at, presence = :weight,"
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

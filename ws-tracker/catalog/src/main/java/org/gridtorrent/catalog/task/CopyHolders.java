package org.gridtorrent.catalog.task;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Transaction;
import org.jdbi.v3.core.result.RowView;

/**
 * The machines from which a content can be had, whole and verified: heard of lately, sharing it and
 * not told to stop, and of a user who may read it, since others serve it to nobody. A machine that was
 * online for an hour without announcing its copy is none of them.
 */
public final class CopyHolders {
    private static final String SELECT = "select k.content_id, k.device_id,"
            + " c.access_level as access, c.state as content_state," + Contents.RELATION
            + " from content_copy k join content c on c.id = k.content_id"
            + " join device d on d.id = k.device_id join account a on a.id = d.account_id"
            + " where k.shared and not k.damaged and not d.withdrawn"
            + " and not exists (select 1 from task t where t.content_id = k.content_id"
            + " and t.device_id = k.device_id and t.kind in ('STOP', 'REMOVE')"
            + " and t.state in ('WAITING', 'RUNNING'))";

    /** As {@link org.gridtorrent.catalog.copy.CopyPlace#isLongMissing} has it. */
    private static final String THERE = "d.last_seen > :since and (k.missing is null"
            + " or k.missing > d.last_seen - interval '1' hour)";

    private record Holder(String contentId, String deviceId, boolean mayRead) {}

    private CopyHolders() {}

    /** Of one content; the named device also when it was silent, or does not announce its copy. */
    static List<String> of(Transaction tx, String contentId, String deviceId, Instant since) {
        return tx.createQuery(SELECT + " and k.content_id = :content"
                + " and (d.id = :device or " + THERE + ")").bind("content", contentId)
                .bind("device", deviceId).bind("since", since).map(CopyHolders::holder).list()
                .stream().filter(Holder::mayRead).map(Holder::deviceId).toList();
    }

    /** Contents that can be had from this device, and from no other one heard of since then. */
    static Set<String> onlyOn(Transaction tx, String deviceId, Instant since) {
        List<Holder> holders = tx.createQuery(SELECT + " and k.content_id in"
                + " (select o.content_id from content_copy o where o.device_id = :device)"
                + " and (d.id = :device or " + THERE + ")").bind("device", deviceId)
                .bind("since", since).map(CopyHolders::holder).list().stream()
                .filter(Holder::mayRead).toList();
        var only = new HashSet<String>();
        holders.stream().filter(holder -> holder.deviceId().equals(deviceId))
                .forEach(holder -> only.add(holder.contentId()));
        holders.stream().filter(holder -> !holder.deviceId().equals(deviceId))
                .forEach(holder -> only.remove(holder.contentId()));
        return only;
    }

    /** From how many machines each content can be had; from none those that are not there. */
    public static Map<String, Integer> counts(Transaction tx, Instant since) {
        try (var rows = tx.createQuery(SELECT + " and " + THERE)
                .bind("since", since).map(CopyHolders::holder).stream()) {
            return rows.filter(Holder::mayRead).collect(
                    Collectors.toMap(Holder::contentId, _ -> 1, Integer::sum));
        }
    }

    private static Holder holder(RowView row) {
        return new Holder(row.getColumn("content_id", String.class),
                row.getColumn("device_id", String.class),
                AccessPolicy.mayRead(row.getColumn("access", Access.class),
                        row.getColumn("content_state", Content.State.class),
                        row.getRow(Relation.class)));
    }
}

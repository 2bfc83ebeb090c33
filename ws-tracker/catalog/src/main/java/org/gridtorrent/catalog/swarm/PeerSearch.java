package org.gridtorrent.catalog.swarm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.Device.Endpoint;
import org.gridtorrent.catalog.device.Device.Place;
import org.gridtorrent.catalog.device.DeviceAddresses;

/** Looks for peers in the order of their ids, a page at a time, until there are enough. */
final class PeerSearch {
    private static final int PAGE = 100;
    private static final String CANDIDATES = "select n.device_id, n.address, c.access_level,"
            + " c.state," + Contents.RELATION + " from announcement n"
            + " join content c on c.id = n.content_id join device d on d.id = n.device_id"
            + " join account a on a.id = d.account_id where n.content_id = :content"
            + " and n.device_id > :after and n.device_id <= :upTo and n.device_id <> :asking"
            + " and n.expires > :now and not d.withdrawn order by n.device_id limit :page";

    private final Transaction tx;
    private final String contentId;
    private final String askingDeviceId;
    private final Instant now;
    private final int most;
    private final List<Peer> peers = new ArrayList<>();

    private record Candidate(String deviceId, String address, boolean mayRead) {}

    PeerSearch(Transaction tx, String contentId, String askingDeviceId, Instant now, int most) {
        this.tx = tx;
        this.contentId = contentId;
        this.askingDeviceId = askingDeviceId;
        this.now = now;
        this.most = most;
    }

    List<Peer> peers() {
        return peers;
    }

    /** Adds those whose ids lie behind the one and not behind the other. */
    void take(String after, String upTo) {
        String last = after;
        boolean more = true;
        while (more && peers.size() < most) {
            List<Candidate> page = page(last, upTo);
            add(page.stream().filter(Candidate::mayRead).toList());
            more = page.size() == PAGE;
            last = more ? page.getLast().deviceId() : last;
        }
    }

    private List<Candidate> page(String after, String upTo) {
        return tx.createQuery(CANDIDATES).bind("content", contentId).bind("after", after)
                .bind("upTo", upTo).bind("asking", askingDeviceId).bind("now", now)
                .bind("page", PAGE)
                .map(row -> new Candidate(row.getColumn("device_id", String.class),
                        row.getColumn("address", String.class),
                        AccessPolicy.mayRead(row.getColumn("access_level", Access.class),
                                row.getColumn("state", State.class), row.getRow(Relation.class))))
                .list();
    }

    private void add(List<Candidate> readers) {
        if (readers.isEmpty()) {
            return;
        }
        List<String> ids = readers.stream().map(Candidate::deviceId).toList();
        Map<String, List<Endpoint>> endpoints = endpoints(ids);
        Map<String, List<Place>> places = DeviceAddresses.of(tx, ids);
        for (Candidate reader : readers) {
            List<Endpoint> listening = endpoints.getOrDefault(reader.deviceId(), List.of());
            if (!listening.isEmpty() && peers.size() < most) {
                peers.add(new Peer(reader.deviceId(), reader.address(), listening,
                        places.getOrDefault(reader.deviceId(), List.of())));
            }
        }
    }

    private Map<String, List<Endpoint>> endpoints(List<String> ids) {
        var endpoints = new HashMap<String, List<Endpoint>>();
        tx.createQuery("select device_id, transport, port from device_endpoint"
                + " where device_id in (<ids>) order by transport, port")
                .bindList("ids", ids)
                .map((row, _) -> Map.entry(row.getString(1),
                        new Endpoint(row.getString(2), row.getInt(3))))
                .forEach(each -> endpoints.computeIfAbsent(each.getKey(), _ -> new ArrayList<>())
                        .add(each.getValue()));
        return endpoints;
    }
}

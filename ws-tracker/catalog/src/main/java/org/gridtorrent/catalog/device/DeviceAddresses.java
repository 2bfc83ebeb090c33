package org.gridtorrent.catalog.device;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.Device.Endpoint;
import org.gridtorrent.catalog.device.Device.Place;
import org.gridtorrent.catalog.refusal.CatalogException;

/** Where devices say that they can be called, beside the addresses that the tracker observes. */
public final class DeviceAddresses {
    /** Of one device: eight addresses, each with two transports. */
    static final int MOST = 16;

    private final Database database;

    public DeviceAddresses(Database database) {
        this.database = database;
    }

    /** Replaces what the device said before. */
    public void report(String deviceId, List<Place> places) {
        if (places.size() > MOST) {
            throw CatalogException.invalid("The device can be called at too many places.");
        }
        database.write(tx -> {
            tx.createUpdate("delete from device_place where device_id = :id")
                    .bind("id", deviceId).execute();
            for (int i = 0; i < places.size(); i++) {
                tx.createUpdate("insert into device_place (device_id, position, address, port,"
                        + " transport) values (:id, :position, :address, :port, :transport)")
                        .bind("id", deviceId).bind("position", i)
                        .bind("address", places.get(i).address())
                        .bindMethods(places.get(i).endpoint()).execute();
            }
            return true;
        });
    }

    /** In the order of each device's report; nothing of devices that said nothing. */
    public static Map<String, List<Place>> of(Transaction tx, Collection<String> deviceIds) {
        var places = new HashMap<String, List<Place>>();
        tx.createQuery("select device_id, address, transport, port from device_place"
                + " where device_id in (<ids>) order by device_id, position")
                .bindList("ids", List.copyOf(deviceIds))
                .map((row, _) -> Map.entry(row.getString(1), new Place(row.getString(2),
                        new Endpoint(row.getString(3), row.getInt(4)))))
                .forEach(each -> places.computeIfAbsent(each.getKey(), _ -> new ArrayList<>())
                        .add(each.getValue()));
        return places;
    }
}

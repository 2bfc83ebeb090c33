package org.gridtorrent.bench.tracker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gridtorrent.bench.process.WorkerLoop;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.catalog.workflow.Registrations.Registration;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.tracker.TrackerOptions;
import org.gridtorrent.tracker.TrackerServer;
import org.gridtorrent.tracker.announce.AnnounceServer;

/**
 * Tracker of a site, for its devices and stock clients, which carries out {@link TrackerOrder}s until they
 * end.
 */
public final class TrackerWorker {
    private static final String HOST = "127.0.0.1";
    private static final int MACHINES_OF_AN_ACCOUNT = 250;
    private static final int CONTENT_LENGTH = 5;

    private final SiteKeys keys;
    private final Catalog catalog;
    private final List<Account> accounts = new ArrayList<>();
    private int machines;
    private int contents;

    private TrackerWorker(SiteKeys keys, Catalog catalog) {
        this.keys = keys;
        this.catalog = catalog;
    }

    /** Runs a tracker on an empty database, with its keys in the folder. */
    public static void run(Path folder, DatabaseLogin database, BufferedReader orders,
            PrintStream answers) throws IOException, IdentityException {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "bench");
        var options = new TrackerOptions(HOST, 0, "bench", URI.create("http://" + HOST),
                URI.create("https://" + HOST + ":0"), true);
        try (Catalog catalog = Catalog.open(database);
                TrackerServer tracker = TrackerServer.start(options, keys, catalog);
                AnnounceServer open = AnnounceServer.start(HOST, 0, keys, catalog)) {
            WorkerLoop.answer(answers,
                    new TrackerOrder.Answer(List.of(Integer.toString(tracker.port()),
                            Integer.toString(open.port()), Pem.encode(keys.caCertificate()))));
            WorkerLoop.run(orders, answers, TrackerOrder.class,
                    new TrackerWorker(keys, catalog)::carryOut);
        }
    }

    private TrackerOrder.Answer carryOut(TrackerOrder order) throws IOException {
        try {
            return new TrackerOrder.Answer(switch (order.command()) {
                case "codes" -> codes(order.count());
                case "publish" -> publish(order.count(), order.device());
                case "task" -> List.of(task(order.device(), order.content()));
                case "waiting" -> List.of(Integer.toString(catalog.waiting()));
                default -> throw new IllegalArgumentException("no such order: " + order);
            });
        } catch (CatalogException | IllegalArgumentException | MetainfoException e) {
            throw new IOException(e.toString(), e);
        }
    }

    private List<String> codes(int count) {
        machines += count;
        for (int i = accounts.size(); i * MACHINES_OF_AN_ACCOUNT < machines; i++) {
            accounts.add(catalog.identity().accounts().register("user" + i, "User " + i,
                    "a long password"));
        }
        return IntStream.range(0, count).parallel()
                .mapToObj(i -> accounts.get(i % accounts.size()).id())
                .map(account -> catalog.machines().devices().createEnrolmentCode(account,
                        keys.caCertificate()).text())
                .toList();
    }

    private Device device(String id) {
        return catalog.machines().devices().find(id)
                .orElseThrow(() -> new IllegalArgumentException("no such device: " + id));
    }

    private List<String> publish(int count, String deviceId) throws MetainfoException {
        Device device = device(deviceId);
        List<String> infoHashes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            infoHashes.add(publish(device, "content" + contents++));
        }
        return infoHashes;
    }

    private String publish(Device device, String name) throws MetainfoException {
        Published published = catalog.datasets().publishing()
                .publish(new Draft(device.accountId(), name, "",
                        Grants.EVERYONE, device.id(), "/data/" + name));
        byte[] metainfo = ("d4:infod6:lengthi" + CONTENT_LENGTH + "e4:name" + name.length() + ":"
                + name + "12:piece lengthi16384e6:pieces20:aaaaaaaaaaaaaaaaaaaaee")
                .getBytes(StandardCharsets.US_ASCII);
        String infoHash = Metainfo.parse(metainfo).infoHash().hex();
        String task = published.task().id();
        var _ = catalog.datasets().registrations().register(device.id(), task,
                new Registration(infoHash, metainfo, CONTENT_LENGTH, 1, false)).orElseThrow();
        var _ = catalog.work().assignments()
                .report(device.id(), task, new Task.Report(Task.State.DONE,
                        CONTENT_LENGTH, CONTENT_LENGTH, 0, 0, ""))
                .orElseThrow();
        return infoHash;
    }

    private String task(String deviceId, String infoHash) {
        String account = device(deviceId).accountId();
        return catalog.datasets().contents().findByInfoHash(account, infoHash).map(Content::id)
                .flatMap(content -> catalog.work().tasks().requestDownload(account, content,
                        deviceId))
                .map(Task::id)
                .orElseThrow(() -> new IllegalArgumentException("no such content: " + infoHash));
    }
}

package org.gridtorrent.tracker;

import java.io.Serializable;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.catalog.workflow.Registrations.Registration;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.metainfo.Metainfo;

/** A site without a server: its keys, and enrolled machines that have published a data set each. */
record BusySite(Path keyFolder, DatabaseLogin login, SiteKeys keys, List<Identity> machines) {

    /** What a machine knows of itself, and the data set that it published. */
    record Identity(String accountId, String deviceId, KeyPair key, X509Certificate certificate,
            String contentId, String infoHash) implements Serializable {}

    static BusySite make(Path folder, DatabaseLogin login, int machines) throws Exception {
        Path keyFolder = folder.resolve("keys");
        SiteKeys keys = SiteKeys.openOrCreate(keyFolder, "lab");
        List<Identity> identities = new ArrayList<>();
        try (Catalog catalog = Catalog.open(login)) {
            for (int i = 0; i < machines; i++) {
                identities.add(identity(keys, catalog, "busy-" + i));
            }
        }
        return new BusySite(keyFolder, login, keys, identities);
    }

    private static Identity identity(SiteKeys keys, Catalog catalog, String name)
            throws Exception {
        Account account = TestAccounts.add(catalog, name, name);
        Device device = catalog.machines().devices().enrol(
                catalog.machines().devices().createEnrolmentCode(account.id(),
                        keys.caCertificate()),
                name,
                "1").orElseThrow().device();
        KeyPair key = DeviceKeys.generate();
        X509Certificate certificate = keys.authority().issueDevice(
                DeviceKeys.certificateRequest(key), account.id(), device.id(), Instant.now());
        String infoHash = Metainfo.parse(TrackerSite.metainfo(name)).infoHash().hex();
        return new Identity(account.id(), device.id(), key, certificate,
                publish(catalog, account.id(), device.id(), name), infoHash);
    }

    /** The id of a public data set of five bytes. */
    static String publish(Catalog catalog, String accountId, String deviceId, String name)
            throws Exception {
        Published published = catalog.datasets().publishing().publish(new Draft(accountId, name, "",
                Grants.EVERYONE, deviceId, "/data/" + name));
        byte[] metainfo = TrackerSite.metainfo(name);
        catalog.datasets().registrations().register(deviceId, published.task().id(),
                new Registration(
                        Metainfo.parse(metainfo).infoHash().hex(), metainfo, 5, 1, false));
        catalog.work().assignments().report(deviceId, published.task().id(),
                OptionalLong.of(published.task().lease()),
                new Task.Report(Task.State.DONE, 5, 5, 0, 0, ""));
        return published.content().id();
    }

    /** A node on this site's keys and database. */
    NodeProcess node(int port, String... balancers) throws Exception {
        return NodeProcess.start(keyFolder, login, port, balancers);
    }
}

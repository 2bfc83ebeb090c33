package org.gridtorrent.tracker.swarm;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.swarm.Swarms.Announcement;
import org.gridtorrent.catalog.workflow.Registrations.Registration;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.metainfo.InfoHash;

/** A site's catalog in memory with a clock that tests set, one account and one device of it. */
public final class OpenSite implements AutoCloseable {
    /** Where the device takes plain TCP. */
    public static final int DEVICE_PORT = 6881;

    /** Before the catalog, which asks for the time as soon as it opens. */
    private volatile Instant now = Instant.now();

    public final SiteKeys keys;
    public final Catalog catalog = Catalog.open(TestDatabase.H2.empty(), () -> this.now);
    private final SplittableRandom random = new SplittableRandom(1);
    private final Account owner;
    final Device device;

    public OpenSite(Path folder) throws Exception {
        keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        owner = TestAccounts.add(catalog, "owner", "The Owner");
        device = catalog.machines().devices()
                .enrol(catalog.machines().devices().createEnrolmentCode(owner.id(),
                        keys.caCertificate()), "pc", "1")
                .orElseThrow().device();
        catalog.machines().devices().report(device.id(), new Device.Report("1",
                List.of(new Device.Endpoint("tcp", DEVICE_PORT),
                        new Device.Endpoint("ptcp", DEVICE_PORT)),
                1000, List.of("/data")));
    }

    public Instant now() {
        return now;
    }

    public void pass(Duration time) {
        now = now.plus(time);
    }

    /** A data set that is published; its metainfo does not matter here. */
    public InfoHash publish(Grants grants) {
        var published = catalog.datasets().publishing().publish(
                new Draft(owner.id(), "Ice cores", "", grants, device.id(), "/data/x"));
        byte[] digest = new byte[InfoHash.V1_LENGTH];
        random.nextBytes(digest);
        InfoHash infoHash = InfoHash.of(digest);
        return catalog.datasets().registrations().register(device.id(), published.task().id(),
                new Registration(infoHash.hex(), new byte[]{1}, 42, 1, false)).map(_ -> infoHash)
                .orElseThrow();
    }

    public InfoHash publishForEveryone() {
        return publish(Grants.EVERYONE);
    }

    /** For one account alone. */
    public InfoHash publishPrivately() {
        return publish(Grants.accounts(List.of(owner.id())));
    }

    void makePrivate(InfoHash infoHash) {
        catalog.access().grants().replace(owner.id(), content(infoHash).id(),
                Grants.accounts(List.of(owner.id())));
    }

    private Content content(InfoHash infoHash) {
        return catalog.datasets().contents().findByInfoHash(owner.id(), infoHash.hex())
                .orElseThrow();
    }

    /** The device announces as devices do, observed at this address. */
    public void deviceAnnounces(InfoHash infoHash, String address, long left) {
        catalog.sharing().swarms().announce(
                new Announcement(content(infoHash).id(), device.id(), address, 0, 0, left));
    }

    @Override
    public void close() {
        catalog.close();
    }
}

package org.gridtorrent.catalog;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.swarm.Swarms;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing;
import org.gridtorrent.catalog.workflow.Registrations;
import org.gridtorrent.identity.EnrolmentCode;
import org.gridtorrent.identity.SiteKeys;

/** A catalog with a clock that tests set, and short ways to fill it. */
public final class Site implements AutoCloseable {
    /** Of all sites: to make them takes as long as many a test. */
    private static final SiteKeys KEYS = makeKeys();

    public Instant now = Instant.parse("2026-05-01T12:00:00Z");
    public final Catalog catalog;

    public Site(DatabaseLogin database) {
        catalog = Catalog.open(database, () -> now);
    }

    private static SiteKeys makeKeys() {
        try {
            Path folder = Files.createTempDirectory("keys");
            SiteKeys keys = SiteKeys.openOrCreate(folder, "lab");
            try (Stream<Path> files = Files.list(folder)) {
                files.forEach(file -> file.toFile().deleteOnExit());
            }
            folder.toFile().deleteOnExit();
            return keys;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public void pass(Duration time) {
        now = now.plus(time);
    }

    public Account account(String name) {
        return TestAccounts.add(catalog, name, "User " + name);
    }

    /** An open group with these members besides its owner. */
    public Group group(Account owner, String name, Account... members) {
        Group group = catalog.people().groups().create(owner.id(), name, "", true);
        for (Account member : members) {
            join(owner, group, member);
        }
        return group;
    }

    public void join(Account owner, Group group, Account member) {
        catalog.people().memberships().invite(owner.id(), group.id(), member.id());
        catalog.people().memberships().accept(member.id(), group.id(), member.id());
    }

    public EnrolmentCode code(Account account) {
        return catalog.machines().devices().createEnrolmentCode(account.id(), KEYS.caCertificate());
    }

    public Device device(Account account) {
        Device device = catalog.machines().devices()
                .enrol(code(account), account.name() + "-pc", "1")
                .orElseThrow().device();
        catalog.machines().devices().report(device.id(), new Device.Report("1",
                List.of(new Device.Endpoint("tcp", 6881)), 1000, List.of("/data")));
        return device;
    }

    /** A machine of today's program that lets rules fill 500 bytes of it. */
    public Device offering(Account account) {
        Device device = device(account);
        catalog.work().assignments().openSession(device.id(), "2");
        catalog.machines().devices().offer(device.id(), 500, true);
        return device;
    }

    /** Has the device get the content, as a person asks, and say that it is done. */
    public void get(Account account, Device device, Content content) {
        Task task = catalog.work().tasks().requestDownload(account.id(), content.id(), device.id())
                .orElseThrow();
        says(device, task, done());
    }

    /** The device's word on its task, under the lease that holds. */
    public void says(Device device, Task task, Task.Report report) {
        long lease = catalog.work().tasks().find(device.accountId(), task.id()).orElseThrow()
                .lease();
        catalog.work().assignments().report(device.id(), task.id(), OptionalLong.of(lease), report);
    }

    /** A published content, announced by its source device as a whole copy. */
    public Content publish(Account owner, Device device, String title, Grants grants) {
        var published = catalog.datasets().publishing().publish(
                new Draft(owner.id(), title, "about " + title, grants, device.id(), "/data/x"));
        return register(device, published);
    }

    /** What the publishing device does. */
    public Content register(Device device, Publishing.Published published) {
        var made = new Registrations.Registration(infoHash(published.content()), new byte[]{1, 2},
                42, 3, false);
        Content content = catalog.datasets().registrations()
                .register(device.id(), published.task().id(), made).orElseThrow();
        says(device, published.task(), done());
        announce(content, device, 0);
        return content;
    }

    public void announce(Content content, Device device, long left) {
        catalog.sharing().swarms()
                .announce(new Swarms.Announcement(content.id(), device.id(), "192.0.2.7",
                        0, 0, left));
    }

    public long revision(Device device) {
        return catalog.machines().devices().revision(device.id());
    }

    public Optional<Content> seenBy(Account reader, Content content) {
        return catalog.datasets().contents().find(reader.id(), content.id());
    }

    public static Task.Report done() {
        return new Task.Report(Task.State.DONE, 42, 42, 0, 0, "Done.");
    }

    private static String infoHash(Content content) {
        return org.gridtorrent.identity.Digests.hex(content.id().getBytes(
                java.nio.charset.StandardCharsets.UTF_8)).substring(0, 40);
    }

    @Override
    public void close() {
        catalog.close();
    }
}

package org.gridtorrent.ccm;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Session;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.catalog.workflow.Registrations.Registration;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.ccm.site.Backups;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.jspecify.annotations.Nullable;

/** The pages on a real server and a real catalog in memory, with a clock that one can set. */
public final class TestSite {
    public static final String PASSWORD = TestAccounts.PASSWORD;

    /** Stands still until moved. */
    public static final class Clock implements InstantSource {
        private volatile Instant now = Instant.parse("2026-03-01T10:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        public void set(Instant then) {
            now = then;
        }
    }

    /** Between two looks for mail and news, where a test awaits some, and elsewhere. */
    private static final Duration OFTEN = Duration.ofMillis(50);
    private static final Duration SELDOM = Duration.ofSeconds(1);
    /** How long a person stays logged in. */
    private static final Duration LIFETIME = Duration.ofDays(14);
    private static @Nullable SiteKeys keys;

    public final FolderFiles files = new FolderFiles();
    public final Clock clock = new Clock();
    public final Catalog catalog;
    public final URI url;
    final PeopleBackups backups;
    private final X509Certificate authority;
    private final Container container;

    public TestSite(Path folder) throws Exception {
        this(folder, 0, "A laboratory");
    }

    public TestSite(Path folder, int port, String name) throws Exception {
        this(folder, port, name, Optional.empty());
    }

    public TestSite(Path folder, int port, String name, Optional<URI> announce) throws Exception {
        this(folder, port, name, announce, Optional.empty(), true, "", "http");
    }

    /** A site that sends mail. */
    TestSite(Path folder, MailServer mail) throws Exception {
        this(folder, 0, "A laboratory", Optional.empty(), Optional.of(mail), true, "",
                "http");
    }

    /** A site whose database is backed up by its own tools. */
    static TestSite withoutBackups(Path folder) throws Exception {
        return new TestSite(folder, 0, "A laboratory", Optional.empty(), Optional.empty(), false,
                "", "http");
    }

    /** A site whose pages lie below this path. */
    static TestSite below(Path folder, String root) throws Exception {
        return new TestSite(folder, 0, "A laboratory", Optional.empty(), Optional.empty(), true,
                root, "http");
    }

    /** The same, behind a web server that does HTTPS. */
    static TestSite behindHttps(Path folder, String root) throws Exception {
        return new TestSite(folder, 0, "A laboratory", Optional.empty(), Optional.empty(), true,
                root, "https");
    }

    private TestSite(Path folder, int port, String name, Optional<URI> announce,
            Optional<MailServer> mail, boolean backedUp, String root, String scheme)
            throws Exception {
        authority = keys(Files.createDirectories(folder)).caCertificate();
        catalog = Catalog.open(TestDatabase.H2.empty(), clock);
        backups = new PeopleBackups(folder.resolve("backups"), catalog);
        container = Container.bind(port);
        url = container.url().resolve(root);
        container.start(new CcmApp(new CcmOptions(name,
                URI.create(scheme + url.toString().replaceFirst("http", "")),
                URI.create("https://127.0.0.1:8481"),
                authority, announce, Set.of(), mail, Optional.of(folder),
                Optional.<Backups>of(backups).filter(_ -> backedUp), Optional.of(files)), catalog,
                clock, mail.isPresent() ? OFTEN : SELDOM), root);
    }

    /** The keys of all sites of this process, made with the first. */
    private static synchronized SiteKeys keys(Path folder) throws Exception {
        if (keys == null) {
            keys = SiteKeys.openOrCreate(folder, "lab");
        }
        return keys;
    }

    Browser browser() {
        return new Browser(url);
    }

    /** A browser with a session of this account, which was opened without the login page. */
    Browser loggedIn(String name) throws IOException {
        return new Browser(url, session(name));
    }

    /** A session of this account, as a login opens it. */
    public Session.Opened session(String name) {
        return catalog.identity().sessions().open(
                catalog.identity().accounts().findByName(name).orElseThrow(), LIFETIME,
                url.getHost(), "");
    }

    public Account account(String name) {
        return account(name, "The " + name);
    }

    public Account account(String name, String fullName) {
        return TestAccounts.add(catalog, name, fullName);
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

    /** A machine that has reported itself, with folders open for publishing. */
    public Enrolled machine(Account account, String name, String... folders) {
        Enrolled enrolled = catalog.machines().devices().enrol(
                catalog.machines().devices().createEnrolmentCode(account.id(), authority), name,
                "0.1.0").orElseThrow();
        catalog.machines().devices().report(enrolled.device().id(),
                new Device.Report("0.1.0", List.of(),
                        812_000_000_000L, List.of(folders)));
        return enrolled;
    }

    public Task publish(Account owner, Device device, String title, String description,
            Grants grants) {
        return published(owner, device, title, description, grants).task();
    }

    public Published published(Account owner, Device device, String title, String description,
            Grants grants) {
        return catalog.datasets().publishing()
                .publish(new Draft(owner.id(), title, description, grants,
                        device.id(), "/data/" + title.length()));
    }

    /** Does the publishing device's part: registers the files of a real folder. */
    public Content register(Task task, Path source) throws Exception {
        files.are(source);
        Metainfo metainfo = new MetainfoBuilder(source).privateTorrent(!task.nonPrivate())
                .checksums(true).build().metainfo();
        Content content = catalog.datasets().registrations().register(task.deviceId(), task.id(),
                new Registration(metainfo.infoHash().hex(), metainfo.encoded(),
                        metainfo.totalLength(), metainfo.files().size(),
                        task.nonPrivate()))
                .orElseThrow();
        catalog.work().assignments().report(task.deviceId(), task.id(),
                new Task.Report(Task.State.DONE,
                        metainfo.totalLength(), metainfo.totalLength(), 0, 0, "Published."));
        return content;
    }

    public void close() throws IOException {
        container.close();
        catalog.close();
    }
}

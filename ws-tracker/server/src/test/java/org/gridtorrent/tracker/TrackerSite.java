package org.gridtorrent.tracker;

import jakarta.xml.ws.Holder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.contract.Credentials;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.TransportName;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.tracker.limit.TrackerLimits;

/** A real tracker on a free port of the loopback, and real SOAP clients over mutual TLS. */
final class TrackerSite implements AutoCloseable {
    /** Before the catalog, which asks for the time as soon as it opens. */
    volatile Instant now = Instant.now();
    final SiteKeys keys;
    final Catalog catalog = Catalog.open(TestDatabase.H2.empty(), () -> this.now);
    final TrackerServer server;
    /** Operations and how they ended. */
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final Clients clients;
    private final AtomicInteger accounts = new AtomicInteger();

    TrackerSite(Path folder) throws Exception {
        this(folder, false);
    }

    /** Open to the world, or not. */
    TrackerSite(Path folder, boolean open) throws Exception {
        this(folder, open, TrackerLimits.USUAL);
    }

    TrackerSite(Path folder, boolean open, TrackerLimits limits) throws Exception {
        keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        clients = new Clients(keys.caCertificate(), this::port);
        server = TrackerServer.start(
                new TrackerOptions("127.0.0.1", 0, "The \"lab\"", URI.create("http://pages.test"),
                        URI.create("https://127.0.0.1:0"), open),
                keys, catalog, (operation, outcome, _) -> calls.add(operation + " " + outcome),
                () -> now, limits);
    }

    /** An enrolled machine and its line to the tracker. */
    record Machine(Account account, String id, KeyPair key, Credentials credentials,
            WsTracker tracker, String apiToken) {}

    Account account(String name) {
        String unique = name + "-" + accounts.incrementAndGet();
        return TestAccounts.add(catalog, unique, "User " + name);
    }

    String code(Account account) {
        return catalog.machines().devices().createEnrolmentCode(account.id(), keys.caCertificate())
                .text();
    }

    Machine enrol(Account account) throws Exception {
        return enrol(account, code(account));
    }

    Machine enrol(Account account, String code) throws Exception {
        KeyPair key = DeviceKeys.generate();
        var id = new Holder<String>();
        var credentials = new Holder<Credentials>();
        var token = new Holder<String>();
        stranger().enrol(code, DeviceKeys.certificateRequest(key), "pc", "1", new Holder<>(),
                new Holder<>(), new Holder<>(), id, credentials, token);
        return new Machine(account, id.value, key, credentials.value,
                client(key, Clients.certificate(credentials.value)), token.value);
    }

    /** A machine that has told where it listens. */
    Machine ready(String accountName) throws Exception {
        Machine machine = enrol(account(accountName));
        var endpoint = new Endpoint();
        endpoint.setTransport(TransportName.PTCP);
        endpoint.setPort(6881);
        machine.tracker().reportDevice("1", List.of(endpoint), 1_000_000, List.of("/data"));
        return machine;
    }

    private int port() {
        return server.port();
    }

    WsTracker stranger() throws Exception {
        return clients.stranger();
    }

    WsTracker client(KeyPair key, X509Certificate certificate) throws Exception {
        return clients.client(key, certificate);
    }

    SSLContext context(Optional<KeyManager[]> managers) throws Exception {
        return clients.context(managers);
    }

    URI url(String path) {
        return clients.url(path);
    }

    Published publishing(Machine machine, Grants grants) {
        return catalog.datasets().publishing()
                .publish(new Draft(machine.account().id(), "Ice cores", "",
                        grants, machine.id(), "/data/ice"));
    }

    /** A content that went the whole way: task, metainfo, announce. */
    Content published(Machine machine, Grants grants, String name) throws TrackerFault {
        Published published = publishing(machine, grants);
        String hash = machine.tracker().registerContent(published.task().id(), metainfo(name),
                null);
        announce(machine, hash, 0);
        return catalog.datasets().contents().findByInfoHash(machine.account().id(), hash)
                .orElseThrow();
    }

    /** Has the machine say that it holds all of what the task was about, every piece verified. */
    void hold(Machine machine, String taskId) {
        long lease = catalog.work().tasks().find(machine.account().id(), taskId).orElseThrow()
                .lease();
        catalog.work().assignments().report(machine.id(), taskId, OptionalLong.of(lease),
                new Task.Report(Task.State.DONE, 5, 5, 0, 0, "Done."));
    }

    static void announce(Machine machine, String infoHash, long left) throws TrackerFault {
        machine.tracker().announce(infoHash, org.gridtorrent.contract.AnnounceEvent.STARTED, 0, 0,
                left, null, null, null, null, new Holder<>(), new Holder<>(), new Holder<>(),
                new Holder<>(), new Holder<>());
    }

    /** A one-file torrent of five bytes. */
    static byte[] metainfo(String name) {
        return ("d4:infod6:lengthi5e4:name" + name.length() + ":" + name
                + "12:piece lengthi16384e6:pieces20:aaaaaaaaaaaaaaaaaaaa7:privatei1eee")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The same without the private flag (BEP 27). */
    static byte[] nonPrivateMetainfo(String name) {
        return new String(metainfo(name), StandardCharsets.US_ASCII).replace("7:privatei1e", "")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        server.close();
        catalog.close();
    }
}

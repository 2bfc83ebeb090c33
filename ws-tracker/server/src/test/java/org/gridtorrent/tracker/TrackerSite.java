package org.gridtorrent.tracker;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.Content.Draft;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Contents.Published;
import org.gridtorrent.contract.Credentials;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.TransportName;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.contract.WsTrackerService;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.SiteKeys;

/** A real tracker on a free port of the loopback, and real SOAP clients over mutual TLS. */
final class TrackerSite implements AutoCloseable {
    final SiteKeys keys;
    final Catalog catalog = Catalog.open(Catalog.memoryUrl(UUID.randomUUID().toString()),
            () -> this.now);
    final TrackerServer server;
    volatile Instant now = Instant.now();
    private final WsTrackerService service = new WsTrackerService();
    private final AtomicInteger accounts = new AtomicInteger();

    TrackerSite(Path folder) throws Exception {
        this(folder, false);
    }

    /** Open to the world, or not. */
    TrackerSite(Path folder, boolean open) throws Exception {
        keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        server = TrackerServer.start(
                new TrackerOptions("127.0.0.1", 0, "The \"lab\"", URI.create("http://pages.test"),
                        URI.create("https://127.0.0.1:0"), open),
                keys, catalog, () -> now);
    }

    /** An enrolled machine and its line to the tracker. */
    record Machine(Account account, String id, KeyPair key, Credentials credentials,
            WsTracker tracker, String apiToken) {}

    Account account(String name) {
        String unique = name + "-" + accounts.incrementAndGet();
        return catalog.accounts().register(unique, "User " + name, "password of " + name);
    }

    String code(Account account) {
        return catalog.devices().createEnrolmentCode(account.id(), keys.caCertificate()).text();
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
                client(key, certificate(credentials.value)), token.value);
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

    WsTracker stranger() throws Exception {
        return client(Optional.empty());
    }

    WsTracker client(KeyPair key, X509Certificate certificate) throws Exception {
        return client(Optional.of(managers(key, certificate)));
    }

    SSLContext context(Optional<KeyManager[]> managers) throws Exception {
        var trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(SiteKeys.trustStore(keys.caCertificate()));
        var context = SSLContext.getInstance("TLSv1.3");
        context.init(managers.orElse(new KeyManager[0]), trust.getTrustManagers(), null);
        return context;
    }

    URI url(String path) {
        return URI.create("https://127.0.0.1:" + server.port() + path);
    }

    static KeyManager[] managers(KeyPair key, X509Certificate certificate) throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("device", key.getPrivate(), "memory".toCharArray(),
                new Certificate[]{certificate});
        var managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(store, "memory".toCharArray());
        return managers.getKeyManagers();
    }

    static X509Certificate certificate(Credentials credentials) throws Exception {
        return org.gridtorrent.identity.Pem.certificate(credentials.getCertificate().getFirst());
    }

    private WsTracker client(Optional<KeyManager[]> managers) throws Exception {
        WsTracker port = service.getWsTrackerPort();
        ((BindingProvider) port).getRequestContext().put(
                BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url("/tracker/1").toString());
        var tls = new TLSClientParameters();
        tls.setSslContext(context(managers));
        ((HTTPConduit) ClientProxy.getClient(port).getConduit()).setTlsClientParameters(tls);
        return port;
    }

    Published publishing(Machine machine, Grants grants) {
        return catalog.contents().publish(new Draft(machine.account().id(), "Ice cores", "",
                grants, machine.id(), "/data/ice"));
    }

    /** A content that went the whole way: task, metainfo, announce. */
    Content published(Machine machine, Grants grants, String name) throws TrackerFault {
        Published published = publishing(machine, grants);
        String hash = machine.tracker().registerContent(published.task().id(), metainfo(name));
        announce(machine, hash, 0);
        return catalog.contents().findByInfoHash(machine.account().id(), hash).orElseThrow();
    }

    static void announce(Machine machine, String infoHash, long left) throws TrackerFault {
        machine.tracker().announce(infoHash, org.gridtorrent.contract.AnnounceEvent.STARTED, 0, 0,
                left, null, new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>());
    }

    /** A one-file torrent of five bytes. */
    static byte[] metainfo(String name) {
        return ("d4:infod6:lengthi5e4:name" + name.length() + ":" + name
                + "12:piece lengthi16384e6:pieces20:aaaaaaaaaaaaaaaaaaaa7:privatei1eee")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        server.close();
        catalog.close();
    }
}

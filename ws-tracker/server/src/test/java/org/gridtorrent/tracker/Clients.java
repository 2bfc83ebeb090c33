package org.gridtorrent.tracker;

import jakarta.xml.ws.BindingProvider;
import java.net.URI;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.IntSupplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.gridtorrent.contract.Credentials;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.contract.WsTrackerService;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.identity.SiteKeys;

/** Real SOAP clients, over mutual TLS, of a tracker at one port of the loopback. */
final class Clients {
    private final WsTrackerService service = new WsTrackerService();
    private final X509Certificate authority;
    private final IntSupplier port;

    /** Made before a server in the same process, whose settings CXF would take for these too. */
    Clients(X509Certificate authority, IntSupplier port) {
        this.authority = authority;
        this.port = port;
    }

    WsTracker stranger() throws Exception {
        return client(Optional.empty());
    }

    WsTracker client(KeyPair key, X509Certificate certificate) throws Exception {
        return client(Optional.of(managers(key, certificate)));
    }

    private WsTracker client(Optional<KeyManager[]> managers) throws Exception {
        WsTracker client = service.getWsTrackerPort();
        ((BindingProvider) client).getRequestContext().put(
                BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url("/tracker/1").toString());
        var tls = new TLSClientParameters();
        tls.setSslContext(context(managers));
        ((HTTPConduit) ClientProxy.getClient(client).getConduit()).setTlsClientParameters(tls);
        return client;
    }

    SSLContext context(Optional<KeyManager[]> managers) throws Exception {
        var trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(SiteKeys.trustStore(authority));
        var context = SSLContext.getInstance("TLSv1.3");
        context.init(managers.orElse(new KeyManager[0]), trust.getTrustManagers(), null);
        return context;
    }

    URI url(String path) {
        return URI.create("https://127.0.0.1:" + port.getAsInt() + path);
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
        return Pem.certificate(credentials.getCertificate().getFirst());
    }
}

package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.gridtorrent.identity.SiteKeys;

/**
 * Addresses of a site's tracker, and the authority to trust for it.
 *
 * @param announce where strangers announce, by HTTP and UDP
 */
public record SiteAddress(InetSocketAddress tracker, InetSocketAddress announce,
        X509Certificate authority) {
    /** URL of the SOAP service. */
    public URI endpoint() {
        return URI.create("https://" + tracker.getAddress().getHostAddress() + ":"
                + tracker.getPort() + "/tracker/1");
    }

    /** TLS context with these client keys, or none. */
    SSLContext tls(KeyManager... keys) throws IOException {
        try {
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(SiteKeys.trustStore(authority));
            var context = SSLContext.getInstance("TLSv1.3");
            context.init(keys, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java cannot make a TLS context", e);
        }
    }
}

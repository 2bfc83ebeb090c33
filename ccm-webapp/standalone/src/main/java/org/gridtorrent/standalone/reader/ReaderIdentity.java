package org.gridtorrent.standalone.reader;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.gridtorrent.client.tracker.Credentials;
import org.gridtorrent.identity.CertificateAuthority;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.Digests;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.identity.Ticket;

/**
 * Identity with which the site reads a file for a user. The peers then apply that user's rights, and nobody
 * else's. The key is made here and never leaves the memory; the device is one that the tracker
 * does not know, so the certificate opens nothing there.
 */
final class ReaderIdentity {
    private static final String KEY_STORE_PASSWORD = "memory";

    private final SiteKeys keys;
    private final String personId;
    private final String deviceId;
    private final Credentials credentials;
    private final SSLContext tls;
    private final Instant renewal;

    ReaderIdentity(SiteKeys keys, String personId, String deviceId, Instant now) {
        this.keys = keys;
        this.personId = personId;
        this.deviceId = deviceId;
        this.renewal = now.plus(CertificateAuthority.DEVICE_LIFETIME.dividedBy(2));
        KeyPair own = DeviceKeys.generate();
        try {
            X509Certificate certificate = keys.authority().issueDevice(
                    DeviceKeys.certificateRequest(own), personId, deviceId, now);
            this.credentials = new Credentials(List.of(certificate, keys.caCertificate()),
                    keys.ticketKey());
            this.tls = tls(own, certificate);
        } catch (IdentityException e) {
            throw new IllegalStateException("the site refuses its own request", e);
        }
    }

    private SSLContext tls(KeyPair own, X509Certificate certificate) {
        try {
            char[] password = KEY_STORE_PASSWORD.toCharArray();
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("reader", own.getPrivate(), password,
                    new Certificate[]{certificate, keys.caCertificate()});
            var shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            shown.init(store, password);
            var trusted = TrustManagerFactory.getInstance("PKIX");
            trusted.init(keys.trustStore());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java cannot make a TLS context", e);
        }
    }

    boolean isOf(String person, Instant now) {
        return personId.equals(person) && now.isBefore(renewal);
    }

    SSLContext tls() {
        return tls;
    }

    Credentials credentials() {
        return credentials;
    }

    /** For one content, of which the person was found to be a reader just now. */
    byte[] ticket(String infoHash, long epoch, Instant now) {
        return keys.sign(new Ticket(infoHash, keys.site(), personId, deviceId,
                Digests.keyHash(credentials.certificate().getPublicKey()), Ticket.READ, epoch,
                now.plus(life())));
    }

    static Duration life() {
        return Ticket.LONGEST_LIFE;
    }
}

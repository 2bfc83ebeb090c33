package org.gridtorrent.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The site's keys: its authority (P-256), its servers' TLS key (P-256) and the key that signs
 * tickets (Ed25519). Made at the first start and kept as PEM files that only their owner reads.
 * Immutable, safe for use by many threads.
 */
public final class SiteKeys {
    /** The password of the key in {@link #serverKeyStore}, which never leaves memory. */
    public static final String KEY_STORE_PASSWORD = "memory";

    /** The name of its entry. */
    public static final String SERVER_ALIAS = "server";

    private static final List<String> FILES = List.of("authority.key", "authority.crt",
            "server.key", "tickets.key");

    private final CertificateAuthority authority;
    private final KeyPair server;
    private final KeyPair tickets;

    private SiteKeys(CertificateAuthority authority, KeyPair server, KeyPair tickets) {
        this.authority = authority;
        this.server = server;
        this.tickets = tickets;
    }

    /**
     * The keys in a folder, made there for this site's label when there are none. A label given
     * later does not rename the site: {@link #site} answers what the authority's certificate says.
     */
    public static SiteKeys openOrCreate(Path folder, String site)
            throws IOException, IdentityException {
        DeviceName.checkSite(site);
        var files = new KeyFiles(folder);
        KeyPair authority = files.keyPair("authority", "EC", DeviceKeys::generate);
        X509Certificate certificate = files.certificate("authority", () -> CertificateAuthority
                .selfSigned(site, authority.getPublic(), authority.getPrivate(), Instant.now()));
        if (!certificate.getPublicKey().equals(authority.getPublic())) {
            throw new IdentityException("the key file " + folder.resolve("authority.key")
                    + " is damaged: it is not that of the certificate authority.crt");
        }
        KeyPair server = files.keyPair("server", "EC", DeviceKeys::generate);
        KeyPair tickets = files.keyPair("tickets", "Ed25519", SiteKeys::ticketKeys);
        return new SiteKeys(
                new CertificateAuthority(CertificateAuthority.siteOf(certificate), certificate,
                        authority.getPrivate()),
                server, tickets);
    }

    /** Throws when a key of a site that was made before is gone from its folder. */
    public static void requireAll(Path folder) throws IdentityException {
        for (String name : FILES) {
            if (!Files.exists(folder.resolve(name))) {
                throw new IdentityException(name + " is missing");
            }
        }
    }

    public String site() {
        return authority.site();
    }

    public CertificateAuthority authority() {
        return authority;
    }

    public X509Certificate caCertificate() {
        return authority.certificate();
    }

    /** The Ed25519 key by which peers check tickets. */
    public PublicKey ticketKey() {
        return tickets.getPublic();
    }

    public byte[] sign(Ticket ticket) {
        return ticket.sign(tickets.getPrivate());
    }

    /**
     * A secret for one purpose, the same at every server of the site; none tells anything of another,
     * nor of the keys.
     */
    public SecretKey secretFor(String purpose) {
        byte[] key = tickets.getPrivate().getEncoded();
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            byte[] secret = mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
            return new SecretKeySpec(secret, "HmacSHA256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform lacks HMAC", e);
        }
    }

    /** The servers' key with a chain freshly issued for these host names and addresses. */
    public KeyStore serverKeyStore(Collection<String> hosts) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            var leaf = authority.issueServer(server.getPublic(), hosts, Instant.now());
            store.setKeyEntry(SERVER_ALIAS, server.getPrivate(), KEY_STORE_PASSWORD.toCharArray(),
                    new Certificate[]{leaf, authority.certificate()});
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot hold the server's key in memory", e);
        }
    }

    /** A trust store with the site's authority alone, for the checking of clients. */
    public KeyStore trustStore() {
        return trustStore(authority.certificate());
    }

    /** The same for a client that knows only the authority's certificate. */
    public static KeyStore trustStore(X509Certificate authority) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("authority", authority);
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot hold a certificate in memory", e);
        }
    }

    private static KeyPair ticketKeys() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform lacks Ed25519", e);
        }
    }
}

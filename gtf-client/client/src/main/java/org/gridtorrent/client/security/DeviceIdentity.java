package org.gridtorrent.client.security;

import java.io.IOException;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.gridtorrent.client.tracker.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * The enrolled device: its key, and the certificate in force, which is renewed now and then.
 *
 * <p>Thread-safe. Connections made after a renewal show the new certificate; the TLS context stays.
 */
public final class DeviceIdentity {
    private final IdentityStore store;
    private final DeviceKey key;
    private final SSLContext tls;
    private volatile Enrolment enrolment;

    public DeviceIdentity(IdentityStore store, Enrolment enrolment) throws IOException {
        this.store = store;
        this.key = store.key();
        this.enrolment = enrolment;
        if (!key.open().equals(enrolment.credentials().certificate().getPublicKey())) {
            throw new IOException(
                    "the certificate is not for this device's key; enrol this device again");
        }
        this.tls = Tls.context(new Keys(), enrolment.credentials().authority());
    }

    public Enrolment enrolment() {
        return enrolment;
    }

    public DeviceKey key() {
        return key;
    }

    /** Shows this device's certificate and trusts the site's CA alone. */
    public SSLContext tls() {
        return tls;
    }

    /** Whether half of the certificate's life is over. */
    public boolean wantsRenewal(Instant now) {
        X509Certificate certificate = enrolment.credentials().certificate();
        Instant start = certificate.getNotBefore().toInstant();
        Duration life = Duration.between(start, certificate.getNotAfter().toInstant());
        return now.isAfter(start.plus(life.dividedBy(2)));
    }

    public boolean isExpired(Instant now) {
        return now.isAfter(enrolment.credentials().certificate().getNotAfter().toInstant());
    }

    public void renewed(Credentials fresh) throws IOException {
        Enrolment next = enrolment.renewed(fresh);
        store.save(next);
        enrolment = next;
    }

    /** Always the certificate in force. */
    private final class Keys extends X509ExtendedKeyManager {
        private static final String ALIAS = "device";

        @Override
        public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
            return new String[]{ALIAS};
        }

        @Override
        public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
            return new String[]{ALIAS};
        }

        @Override
        public @Nullable String chooseClientAlias(String[] types, Principal @Nullable [] issuers,
                @Nullable Socket socket) {
            return ALIAS;
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers,
                @Nullable Socket socket) {
            return type.startsWith("EC") ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseEngineClientAlias(String[] types,
                Principal @Nullable [] issuers,
                @Nullable SSLEngine engine) {
            return ALIAS;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(String type, Principal @Nullable [] issuers,
                @Nullable SSLEngine engine) {
            return type.startsWith("EC") ? ALIAS : null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return enrolment.credentials().chain().toArray(X509Certificate[]::new);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key.secret();
        }
    }
}

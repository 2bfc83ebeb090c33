package org.gridtorrent.client.security;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** TLS contexts that trust one site's CA and nobody else. */
public final class Tls {
    /** Both ends of a line between peers speak this and nothing older. */
    static final String[] PROTOCOLS = {"TLSv1.3"};

    static {
        // A resumed session skips the trust manager, so a peer refused since would still get in.
        System.setProperty("jdk.tls.server.newSessionTicketCount", "0");
    }

    private Tls() {}

    /** With a null key manager this side shows no certificate. */
    static SSLContext context(@Nullable KeyManager keys, X509Certificate authority) {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry("site", authority);
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(trusted);
            return context(keys, factory.getTrustManagers());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java cannot make a TLS context", e);
        }
    }

    /** For a request whose answer proves itself, as the enrolment code proves the site's CA. */
    static SSLContext acceptingAnyone() {
        try {
            return context(null, new TrustManager[]{new Anyone()});
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make a TLS context", e);
        }
    }

    private static SSLContext context(@Nullable KeyManager keys, TrustManager[] trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys == null ? null : new KeyManager[]{keys}, trust, null);
        return context;
    }

    private static final class Anyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

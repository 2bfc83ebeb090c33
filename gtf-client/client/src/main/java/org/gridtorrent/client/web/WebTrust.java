package org.gridtorrent.client.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trust in web servers: Java's certificate authorities, those that the user named, and the system's.
 *
 * <p>Each store is read only when those before it do not know a server's authority, since that takes a
 * tenth of a second. Thread-safe.
 */
public final class WebTrust {
    private static final int MAX_BYTES = 8 * 1024 * 1024;
    /** Of Debian and Alpine, Red Hat, SUSE, and the BSDs. */
    private static final List<Path> SYSTEM = Stream.of("/etc/ssl/certs/ca-certificates.crt",
            "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem")
            .map(Path::of).toList();

    private WebTrust() {}

    /**
     * A TLS context without a certificate of its own.
     *
     * @param authorities certificates that the user named
     * @param environment whose {@code SSL_CERT_FILE}, if set, is the system's store
     */
    public static SSLContext context(Collection<X509Certificate> authorities,
            Map<String, String> environment) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null,
                    new TrustManager[]{new Chain(List.copyOf(authorities), environment)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make a TLS context", e);
        }
    }

    /** The certificates of a file in PEM or DER; at least one. The message of a failure names the file. */
    public static List<X509Certificate> read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        try {
            if (bytes.length <= MAX_BYTES) {
                List<X509Certificate> all = CertificateFactory.getInstance("X.509")
                        .generateCertificates(new ByteArrayInputStream(bytes)).stream()
                        .map(X509Certificate.class::cast).toList();
                if (!all.isEmpty()) {
                    return all;
                }
            }
        } catch (CertificateException e) {
            throw new IOException(file + " holds something that is no certificate in PEM form", e);
        }
        throw new IOException(file + " holds no certificate in PEM form");
    }

    /** Trust managers that are asked one after the other until one accepts the server. */
    private static final class Chain extends X509ExtendedTrustManager {
        private final List<X509Certificate> named;
        private final Map<String, String> environment;
        private @Nullable List<X509ExtendedTrustManager> first;
        private Optional<X509ExtendedTrustManager> system = Optional.empty();
        private boolean systemWasRead;

        Chain(List<X509Certificate> named, Map<String, String> environment) {
            this.named = named;
            this.environment = environment;
        }

        private interface Check {
            void by(X509ExtendedTrustManager trust) throws CertificateException;
        }

        private void anyOf(Check check) throws CertificateException {
            List<CertificateException> refusals = new ArrayList<>();
            boolean isTrusted = first().stream().anyMatch(trust -> passes(check, trust, refusals))
                    || system().filter(trust -> passes(check, trust, refusals)).isPresent();
            if (!isTrusted) {
                throw clearest(refusals);
            }
        }

        /** Adds the reason to the refusals when it does not. */
        private static boolean passes(Check check, X509ExtendedTrustManager trust,
                List<CertificateException> refusals) {
            try {
                check.by(trust);
                return true;
            } catch (CertificateException e) {
                refusals.add(e);
                return false;
            }
        }

        /** The first that says more than that the authority is unknown. */
        private static CertificateException clearest(List<CertificateException> refusals) {
            return refusals.stream()
                    .filter(e -> !(e.getCause() instanceof CertPathBuilderException)).findFirst()
                    .orElse(refusals.getFirst());
        }

        private synchronized List<X509ExtendedTrustManager> first() {
            if (first == null) {
                first = named.isEmpty()
                        ? List.of(manager(null))
                        : List.of(manager(named), manager(null));
            }
            return first;
        }

        private synchronized Optional<X509ExtendedTrustManager> system() {
            if (!systemWasRead) {
                system = systemStore().map(Chain::manager);
                systemWasRead = true;
            }
            return system;
        }

        /** Empty where the system has none, or none that can be read. */
        private Optional<List<X509Certificate>> systemStore() {
            String set = environment.getOrDefault("SSL_CERT_FILE", "");
            return (set.isBlank() ? SYSTEM : List.of(Path.of(set))).stream()
                    .map(Chain::readable).flatMap(Optional::stream).findFirst();
        }

        private static Optional<List<X509Certificate>> readable(Path file) {
            try {
                return Optional.of(read(file));
            } catch (IOException e) {
                return Optional.empty(); // another system's place
            }
        }

        /** Java's own for null. */
        private static X509ExtendedTrustManager manager(
                @Nullable List<X509Certificate> authorities) {
            try {
                TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
                factory.init(authorities == null ? null : store(authorities));
                return Arrays.stream(factory.getTrustManagers())
                        .filter(X509ExtendedTrustManager.class::isInstance)
                        .map(X509ExtendedTrustManager.class::cast).findFirst().orElseThrow();
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("this Java cannot check certificates", e);
            }
        }

        private static KeyStore store(List<? extends Certificate> authorities)
                throws GeneralSecurityException, IOException {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("authority-" + i, authorities.get(i));
            }
            return store;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            anyOf(trust -> trust.checkServerTrusted(chain, type, engine));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            anyOf(trust -> trust.checkServerTrusted(chain, type, socket));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            anyOf(trust -> trust.checkServerTrusted(chain, type));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("this program has no clients");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw new CertificateException("this program has no clients");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            throw new CertificateException("this program has no clients");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

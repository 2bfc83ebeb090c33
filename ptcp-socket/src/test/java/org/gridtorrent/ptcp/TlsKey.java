package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Key with a self-signed certificate. */
record TlsKey(KeyStore store) {
    private static final String PASSWORD = "changeit";

    static TlsKey make(Path dir, String name) throws Exception {
        Path file = dir.resolve(name + ".p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        int exit = new ProcessBuilder(keytool, "-J-XX:TieredStopAtLevel=1", "-genkeypair",
                "-keyalg", "EC", "-alias", name,
                "-dname", "CN=" + name, "-keystore", file.toString(), "-storepass", PASSWORD)
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("keytool ended with " + exit);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return new TlsKey(store);
    }

    Certificate certificate() throws GeneralSecurityException {
        return store.getCertificate(store.aliases().nextElement());
    }

    /** A TLS context that has one key and trusts another. */
    static SSLContext context(TlsKey own, TlsKey trusted) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(own.store, PASSWORD.toCharArray());
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        anchors.setCertificateEntry("trusted", trusted.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}

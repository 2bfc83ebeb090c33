package org.gridtorrent.e2e.probe;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.gridtorrent.e2e.process.CheckFailure;

/** An enrolled device's key and certificates, taken from its home by its owner, who may do as they like. */
public final class DeviceIdentity {
    private DeviceIdentity() {}

    /** TLS in the name of the device whose home is {@code home}, trusting its site alone. */
    public static SSLContext tls(Path home) {
        try {
            var folder = home.resolve("identity");
            var key = KeyFactory.getInstance("EC")
                    .generatePrivate(new PKCS8EncodedKeySpec(
                            Files.readAllBytes(folder.resolve("device.key"))));
            return context(key, chain(folder));
        } catch (IOException | GeneralSecurityException e) {
            throw new CheckFailure(
                    "the device's identity in %s cannot be read: %s".formatted(home, e), e);
        }
    }

    /** The device's certificate, and those above it up to the site's CA. */
    private static X509Certificate[] chain(Path folder)
            throws IOException, GeneralSecurityException {
        var factory = CertificateFactory.getInstance("X.509");
        var chain = new ArrayList<X509Certificate>();
        for (var der : new ObjectMapper().readTree(folder.resolve("enrolment.json").toFile())
                .path("chain")) {
            chain.add((X509Certificate) factory
                    .generateCertificate(new ByteArrayInputStream(der.binaryValue())));
        }
        return chain.toArray(X509Certificate[]::new);
    }

    private static SSLContext context(PrivateKey key, X509Certificate[] chain)
            throws IOException, GeneralSecurityException {
        var keys = emptyStore();
        keys.setKeyEntry("device", key, new char[0], chain);
        var keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, new char[0]);
        var trust = emptyStore();
        trust.setCertificateEntry("site", chain[chain.length - 1]);
        var trustManagers = TrustManagerFactory
                .getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(trust);
        var context = SSLContext.getInstance("TLSv1.3");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}

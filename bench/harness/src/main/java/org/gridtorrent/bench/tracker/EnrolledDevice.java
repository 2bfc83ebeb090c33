package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Pem;

/** Device that a site has enrolled: its id, key and certificate. */
public record EnrolledDevice(String id, PrivateKey key, X509Certificate certificate) {
    private static final String KEY = "machine.key";
    private static final String CERTIFICATE = "machine.crt";

    /** Device that is about to enrol, with a key of its own. */
    record Applicant(KeyPair keys, SoapRequest request) {
        static Applicant with(String code) {
            KeyPair keys = DeviceKeys.generate();
            return new Applicant(keys, SoapRequest.enrol(code, Base64.getEncoder()
                    .encodeToString(DeviceKeys.certificateRequest(keys))));
        }

        /** Enrols over a connection of its own, without a client certificate. */
        EnrolledDevice enrol(SiteAddress site, SSLContext anonymous) throws IOException {
            try (SoapConnection connection = SoapConnection.open(site.tracker(), anonymous)) {
                String answer = connection.ask(request);
                return new EnrolledDevice(SoapRequest.element(answer, "deviceId"),
                        keys.getPrivate(),
                        Pem.certificate(Base64.getDecoder()
                                .decode(SoapRequest.element(answer, "certificate"))));
            } catch (IdentityException e) {
                throw new IOException("the tracker gave no certificate", e);
            }
        }
    }

    /** TLS context with its certificate. */
    SSLContext tls(SiteAddress site) throws IOException {
        return site.tls(new SingleKeyManager(key, certificate));
    }

    /** Writes key and certificate for another process of this machine. */
    void keep(Path folder) throws IOException {
        try {
            Files.write(folder.resolve(KEY), key.getEncoded());
            Files.write(folder.resolve(CERTIFICATE), certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IOException("a certificate cannot be written", e);
        }
    }

    /** Reads what {@link #keep} wrote, without the id. */
    static SingleKeyManager kept(Path folder) throws IOException, IdentityException {
        try {
            PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(
                    new PKCS8EncodedKeySpec(Files.readAllBytes(folder.resolve(KEY))));
            return new SingleKeyManager(key,
                    Pem.certificate(Files.readAllBytes(folder.resolve(CERTIFICATE))));
        } catch (GeneralSecurityException e) {
            throw new IOException("a key cannot be read", e);
        }
    }
}

package org.gridtorrent.identity;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.bouncycastle.util.io.pem.PemWriter;

/** RFC 7468 text and DER forms of certificates and keys. */
public final class Pem {
    private static final int LONGEST = 65_536;

    private Pem() {}

    public static String encode(X509Certificate certificate) {
        try {
            return encode("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("certificate cannot be encoded", e);
        }
    }

    /** One certificate, in PEM or in DER. */
    public static X509Certificate certificate(byte[] pemOrDer) throws IdentityException {
        if (pemOrDer.length > LONGEST) {
            throw new IdentityException("the certificate is too long");
        }
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pemOrDer));
        } catch (CertificateException e) {
            throw new IdentityException("this is not a certificate", e);
        }
    }

    public static X509Certificate certificate(String pem) throws IdentityException {
        return certificate(pem.getBytes(StandardCharsets.US_ASCII));
    }

    static String encode(String label, byte[] der) {
        var text = new StringWriter();
        try (var writer = new PemWriter(text)) {
            writer.writeObject(new PemObject(label, der));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write PEM to memory", e);
        }
        return text.toString();
    }

    /** The first block with {@code label} in {@code text}, which may have others before it. */
    static byte[] decode(String label, String text) throws IdentityException {
        try (var reader = new PemReader(new StringReader(text))) {
            for (PemObject block = reader.readPemObject(); block != null; block = reader
                    .readPemObject()) {
                if (block.getType().equals(label)) {
                    return block.getContent();
                }
            }
        } catch (IOException | RuntimeException e) {
            throw new IdentityException("the PEM text is damaged", e);
        }
        throw new IdentityException("no " + label + " in PEM form");
    }
}

package org.gridtorrent.identity;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;

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
        var lines = Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }

    static byte[] decode(String label, String text) throws IdentityException {
        String begin = "-----BEGIN " + label + "-----";
        String end = "-----END " + label + "-----";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IdentityException("no " + label + " in PEM form");
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
        } catch (IllegalArgumentException e) {
            throw new IdentityException("the PEM text is damaged", e);
        }
    }
}

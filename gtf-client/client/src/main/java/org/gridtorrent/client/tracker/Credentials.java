package org.gridtorrent.client.tracker;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;

/** What makes the device known: its chain (leaf first, the site's CA last) and the key that signs tickets. */
public record Credentials(List<X509Certificate> chain, PublicKey ticketKey) {
    /** Reads DER as the tracker and the device's own store hold it. */
    public static Credentials parse(List<byte[]> chain, byte[] ticketKey)
            throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        for (byte[] certificate : chain) {
            certificates.add((X509Certificate) factory
                    .generateCertificate(new ByteArrayInputStream(certificate)));
        }
        PublicKey key = KeyFactory.getInstance("Ed25519")
                .generatePublic(new X509EncodedKeySpec(ticketKey));
        return new Credentials(List.copyOf(certificates), key);
    }

    public X509Certificate certificate() {
        return chain.getFirst();
    }

    public X509Certificate authority() {
        return chain.getLast();
    }
}

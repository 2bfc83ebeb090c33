package org.gridtorrent.tracker.admission;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Lets a TLS client in whose certificate this site's authority signed, and no other. It leaves the
 * certificate's time to {@link Admission}, so that a device that slept too long can renew.
 */
public final class SiteTrust extends X509ExtendedTrustManager {
    private final X509Certificate authority;

    public SiteTrust(X509Certificate authority) {
        this.authority = authority;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        if (chain.length == 0 || !chain[0].getIssuerX500Principal()
                .equals(authority.getSubjectX500Principal())) {
            throw new CertificateException("the certificate is not of this site");
        }
        try {
            chain[0].verify(authority.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new CertificateException("the certificate is not of this site", e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        throw new CertificateException("the tracker calls nobody");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[]{authority};
    }
}

package org.gridtorrent.identity;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;

/** A site's authority in memory, for tests. */
record Keys(CertificateAuthority authority, KeyPair device) {
    static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    static Keys ofSite(String site) {
        KeyPair pair = DeviceKeys.generate();
        X509Certificate certificate = CertificateAuthority.selfSigned(site, pair.getPublic(),
                pair.getPrivate(), NOW);
        return new Keys(new CertificateAuthority(site, certificate, pair.getPrivate()),
                DeviceKeys.generate());
    }

    X509Certificate issue(String user, String deviceId) throws IdentityException {
        return authority.issueDevice(DeviceKeys.certificateRequest(device), user, deviceId, NOW);
    }
}

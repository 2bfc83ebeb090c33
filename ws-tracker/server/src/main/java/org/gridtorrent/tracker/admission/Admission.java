package org.gridtorrent.tracker.admission;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.identity.CertificateAuthority;
import org.gridtorrent.identity.DeviceName;
import org.gridtorrent.identity.IdentityException;

/**
 * Decides on every request who calls. TLS has shown that the caller holds the certificate's key;
 * everything else is checked here, because TLS skips its own checks when a session is resumed, and
 * knows nothing of withdrawn devices. Safe for use by many threads.
 */
public final class Admission {
    /**
     * A certificate lives a day; a workstation may sleep longer than that. It may still renew as
     * long as it was not withdrawn, which the catalog knows.
     */
    public static final Duration LATEST_RENEWAL = Duration.ofDays(60);

    private final CertificateAuthority authority;
    private final Catalog catalog;
    private final InstantSource clock;

    public Admission(CertificateAuthority authority, Catalog catalog, InstantSource clock) {
        this.authority = authority;
        this.catalog = catalog;
        this.clock = clock;
    }

    public Optional<Caller> callerOf(X509Certificate certificate) {
        Instant now = clock.instant();
        Instant end = certificate.getNotAfter().toInstant();
        boolean overdue = now.isAfter(end);
        if (overdue && now.isAfter(end.plus(LATEST_RENEWAL))) {
            return Optional.empty();
        }
        try {
            DeviceName device = authority.verifyDevice(certificate, overdue ? end : now);
            return catalog.machines().devices().admitted(device.userId(), device.deviceId())
                    .map(account -> new Caller(device, account, certificate, overdue));
        } catch (IdentityException e) {
            return Optional.empty();
        }
    }

    /** Whether the same caller would be let in again now; asked after a long wait. */
    public boolean stillAdmits(Caller caller) {
        return callerOf(caller.certificate()).isPresent();
    }
}

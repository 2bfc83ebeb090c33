package org.gridtorrent.tracker.soap;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.contract.Credentials;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.identity.Digests;
import org.gridtorrent.identity.EnrolmentCode;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.tracker.admission.Caller;

/** How a device gets its first certificate, and the next ones. */
final class Enrolment {
    private final SiteKeys keys;
    private final Catalog catalog;
    private final InstantSource clock;

    Enrolment(SiteKeys keys, Catalog catalog, InstantSource clock) {
        this.keys = keys;
        this.catalog = catalog;
        this.clock = clock;
    }

    /** A device just enrolled, with what it proves itself by. */
    record Joined(Enrolled enrolled, Credentials credentials) {}

    /** The request is checked before the code is used up, so that a bad one costs no code. */
    Joined enrol(String code, byte[] request, String deviceName, String clientVersion)
            throws TrackerFault {
        var _ = requestedKey(request);
        Enrolled enrolled = catalog.machines().devices()
                .enrol(code(code), deviceName, clientVersion)
                .orElseThrow(Faults::codeRefused);
        return new Joined(enrolled, credentials(request, enrolled.account().id(),
                enrolled.device().id()));
    }

    /** Only for the key that the device was enrolled with. */
    Credentials renew(Caller caller, byte[] request) throws TrackerFault {
        if (!requestedKey(request)
                .equals(Digests.keyHash(caller.certificate().getPublicKey()))) {
            throw Faults.invalid("A certificate is renewed for the device's own key only.");
        }
        return credentials(request, caller.account().id(), caller.device().deviceId());
    }

    private String requestedKey(byte[] request) throws TrackerFault {
        try {
            return keys.authority().requestedKeyHash(request);
        } catch (IdentityException e) {
            throw Faults.invalid("The certificate request is refused: " + e.getMessage() + ".");
        }
    }

    private static EnrolmentCode code(String text) throws TrackerFault {
        try {
            return EnrolmentCode.parse(text);
        } catch (IdentityException e) {
            throw Faults.codeRefused();
        }
    }

    private Credentials credentials(byte[] request, String userId, String deviceId)
            throws TrackerFault {
        try {
            var credentials = new Credentials();
            X509Certificate issued = keys.authority().issueDevice(request, userId, deviceId,
                    clock.instant());
            credentials.getCertificate().add(issued.getEncoded());
            credentials.getCertificate().add(keys.caCertificate().getEncoded());
            credentials.setTicketKey(keys.ticketKey().getEncoded());
            return credentials;
        } catch (IdentityException e) {
            throw Faults.invalid("The certificate request is refused: " + e.getMessage() + ".");
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate just issued cannot be encoded", e);
        }
    }
}

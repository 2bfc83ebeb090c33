package org.gridtorrent.client.security;

import java.io.IOException;
import java.net.URI;
import org.gridtorrent.client.tracker.Enrolled;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.identity.EnrolmentCode;
import org.gridtorrent.identity.IdentityException;

/** Joins this device to a site: code in, certificate out. */
public final class Enroller {
    private final IdentityStore store;

    /** The code does not belong to the site that answered, so nothing was sent to it. */
    public static final class WrongSiteException extends IOException {
        private static final long serialVersionUID = 1;

        WrongSiteException(String message) {
            super(message);
        }
    }

    public Enroller(IdentityStore store) {
        this.store = store;
    }

    /** Reads what a person pasted; {@link IllegalArgumentException} says what is wrong with it. */
    public static EnrolmentCode parseCode(String text) {
        try {
            return EnrolmentCode.parse(text);
        } catch (IdentityException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The URL may be the pages' or the tracker's. */
    public Enrolment enrol(URI url, EnrolmentCode code, String deviceName, String version)
            throws IOException, InterruptedException {
        Discovery site = Discovery.of(url);
        if (!code.matches(site.authority())) {
            throw new WrongSiteException(
                    "the code is not one of the site at " + url
                            + "; nothing was sent. Check the address");
        }
        TrackerClient tracker = new TrackerClient(site.tracker(),
                Tls.context(null, site.authority()));
        Enrolled enrolled = tracker.enrol(code.text(), store.key().certificateRequest(), deviceName,
                version);
        Enrolment enrolment = new Enrolment(enrolled.site(), enrolled.userId(), enrolled.userName(),
                enrolled.deviceId(), site.pages(), site.tracker(), enrolled.credentials(),
                enrolled.apiToken());
        store.save(enrolment);
        return enrolment;
    }
}

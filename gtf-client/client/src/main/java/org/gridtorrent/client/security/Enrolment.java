package org.gridtorrent.client.security;

import java.net.URI;
import org.gridtorrent.client.tracker.Credentials;

/** This device's membership of a site: who it is there, where the site is, what proves it. */
public record Enrolment(String site, String userId, String userName, String deviceId, URI pages,
        URI tracker,
        Credentials credentials, String token) {
    Enrolment renewed(Credentials fresh) {
        return new Enrolment(site, userId, userName, deviceId, pages, tracker, fresh, token);
    }

    @Override
    public String toString() {
        return "Enrolment[" + userName + " at " + site + ", device " + deviceId + "]"; // without the token
    }
}

package org.gridtorrent.ccm.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.gridtorrent.ccm.ui.Viewer;
import org.gridtorrent.identity.Digests;

/**
 * A browser, and who is logged in with it.
 *
 * @param token the secret in its cookie; for somebody who is not logged in, just a random text
 * @param csrf what this browser's forms carry
 */
public record Visit(String token, String csrf, Optional<Viewer> viewer) {

    /** Nobody is logged in: the forms' token follows from the cookie, which others cannot read. */
    static Visit anonymous(String token) {
        return new Visit(token, Digests.keyed(token.getBytes(StandardCharsets.UTF_8), "csrf"),
                Optional.empty());
    }

    public boolean sent(String csrf) {
        return MessageDigest.isEqual(csrf.getBytes(StandardCharsets.UTF_8),
                this.csrf.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Visit[" + viewer.map(Viewer::name).orElse("nobody") + "]";
    }
}

package org.gridtorrent.ccm.web;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.gridtorrent.ccm.view.Viewer;

/**
 * A browser, and who is logged in with it.
 *
 * @param token the secret in its cookie; for somebody who is not logged in, just a random text
 * @param csrf what this browser's forms carry
 */
public record Visit(String token, String csrf, Optional<Viewer> viewer) {

    /** Nobody is logged in: the forms' token follows from the cookie, which others cannot read. */
    static Visit anonymous(String token) {
        return new Visit(token, derived(token), Optional.empty());
    }

    private static String derived(String token) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] made = mac.doFinal("csrf".getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(made);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HmacSHA256 is missing from this Java", e);
        }
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

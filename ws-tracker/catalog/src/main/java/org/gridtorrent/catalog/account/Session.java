package org.gridtorrent.catalog.account;

import java.time.Instant;

/**
 * A person's stay on the pages.
 *
 * @param csrf the secret that every form has to carry
 */
public record Session(Account account, String csrf, Instant expires) {
    /** A session just opened, with the token for the cookie; only the token's hash is stored. */
    public record Opened(String token, Session session) {
        @Override
        public String toString() {
            return "Opened[" + session.account().name() + "]";
        }
    }
}

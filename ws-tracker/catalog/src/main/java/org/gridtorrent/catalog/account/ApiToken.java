package org.gridtorrent.catalog.account;

import java.time.Instant;
import java.util.Optional;

/**
 * A person's own token for programs.
 *
 * @param lastUsed to some minutes
 */
public record ApiToken(String id, String accountId, String name, Scope scope, Instant created,
        Instant expires, Optional<Instant> lastUsed) {
    /** READ: looks at what the person may see. WRITE: does what the person may do, too. */
    public enum Scope {
        READ, WRITE
    }

    /** A token just made, with its secret, of which only the hash is stored. */
    public record Made(ApiToken token, String secret) {
        @Override
        public String toString() {
            return "Made[" + token.id() + "]";
        }
    }
}

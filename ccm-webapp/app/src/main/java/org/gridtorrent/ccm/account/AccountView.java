package org.gridtorrent.ccm.account;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.mail.MailAddress;

/**
 * One's account: stays on the pages and tokens for programs.
 *
 * @param sendsMail whether the site does
 * @param pace how often notices go there: {@code at_once}, {@code daily} or {@code never}
 * @param secret of a token just made, which is shown this once
 */
public record AccountView(MailAddress mail, boolean sendsMail, String pace, List<Stay> stays,
        List<Token> tokens, Optional<String> secret) {

    /** A stay with a browser, in words; {@code origin} is the address that it began from, or empty. */
    public record Stay(String id, String browser, String origin, Instant created, Instant seen,
            boolean current) {}

    /** A token, without its secret. */
    public record Token(String id, String name, boolean write, Instant created, Instant expires,
            Optional<Instant> lastUsed) {}
}

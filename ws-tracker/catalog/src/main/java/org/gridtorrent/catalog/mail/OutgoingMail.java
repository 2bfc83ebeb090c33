package org.gridtorrent.catalog.mail;

import java.time.Instant;
import java.util.Optional;

/**
 * A mail that is to be sent, or was. It has no text: that is made when it is sent.
 *
 * @param accountId whom it is for; empty for somebody without an account
 * @param language the code of the one that it is written in
 * @param detail what besides the kind its text is made of
 * @param attempts how often it was tried, this time included
 * @param problem why the last try failed; empty when none did
 */
public record OutgoingMail(String id, Kind kind, Optional<String> accountId, String address,
        String language, String detail, State state, int attempts, Instant due, Instant created,
        Optional<Instant> ended, String problem) {

    /** What it says. */
    public enum Kind {
        /** A link that confirms the address. */
        CONFIRM,
        /**
         * Somebody says that this user name's or address's password is forgotten. Who that is, if
         * anybody, is looked up later, so that the answer takes as long for one who is not known.
         */
        FORGOTTEN,
        /** A link by which a new password is chosen. */
        PASSWORD,
        /** To an address that was confirmed, that it is the account's no more. */
        MAIL_CHANGED,
        /** What the account is to be told of. */
        NOTICES,
        /** A link by which somebody makes an account or joins a group. */
        INVITATION,
        /** That mail works. */
        TEST
    }

    /** What became of it. */
    public enum State {
        WAITING, SENT, GIVEN_UP
    }
}

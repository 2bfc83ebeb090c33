package org.gridtorrent.catalog.mail;

/**
 * An account's mail address.
 *
 * @param address empty for none
 * @param confirmed whether its owner showed that mail to it reaches them
 * @param language the code of the one that mail to them is written in
 * @param confirmFirst whether the site asked for that before anybody logs in with the account
 */
public record MailAddress(String address, boolean confirmed, String language,
        boolean confirmFirst) {
    /** Whether there is one that is yet to be confirmed. */
    public boolean open() {
        return !address.isEmpty() && !confirmed;
    }
}

package org.gridtorrent.catalog.mail;

/**
 * How somebody is written to.
 *
 * @param address empty for none
 * @param language the code of the one that mail to them is written in
 */
public record Contact(String address, String language) {
    public static final Contact NONE = new Contact("", "en");
}

package org.gridtorrent.catalog.account;

/** What a person says of themselves; all but the name may be empty. */
public record Profile(String fullName, String orcid, String affiliation, String mail) {
    /** The same with another mail address. */
    public Profile at(String address) {
        return new Profile(fullName, orcid, affiliation, address);
    }
}

package org.gridtorrent.catalog.account;

/** What a person says of themselves; all but the name may be empty. */
public record Profile(String fullName, String orcid, String affiliation, String mail) {}

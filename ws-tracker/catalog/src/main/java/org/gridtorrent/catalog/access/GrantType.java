package org.gridtorrent.catalog.access;

/** By which somebody may have a data set. EVERYBODY: all of the site, and strangers where it is open to them. */
public enum GrantType {
    OWNER, NAMED, GROUP, EVERYBODY
}

package org.gridtorrent.catalog.metadata;

/**
 * Who made the data.
 *
 * @param orcid {@code 0000-0002-1825-0097}; empty when not known
 * @param affiliation empty when not stated
 */
public record Creator(String name, String orcid, String affiliation) {
    public static Creator named(String name) {
        return new Creator(name, "", "");
    }

}

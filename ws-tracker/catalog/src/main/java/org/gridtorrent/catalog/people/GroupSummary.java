package org.gridtorrent.catalog.people;

/**
 * A group as administrators see it.
 *
 * @param members those inside
 * @param owners those of them who own it and are not disabled
 */
public record GroupSummary(String id, String name, boolean open, int members, int owners) {}

package org.gridtorrent.catalog.people;

/** A person with how the account that looks stands to them. */
public record Acquaintance(Person person, BuddyStatus bond) {}

package org.gridtorrent.catalog.people;

/** A person with how the account that looks stands to them. */
public record BuddyRelation(Person person, BuddyStatus bond) {}

package org.gridtorrent.catalog.access;

import org.gridtorrent.catalog.people.Person;

/** Somebody, and how many of the data sets reported on they may have. */
public record Grantee(Person person, long datasets) {}

package org.gridtorrent.catalog.people;

/** What everybody with an account may know of another. */
public record Person(String id, String name, String fullName) {}

package org.gridtorrent.catalog.people;

import java.time.Instant;

/** A person in a group, or on the way into it. */
public record Member(Person person, MembershipStatus standing, Instant since) {}

package org.gridtorrent.client.pages;

import java.util.List;

/** This user's buddies, and whom this user blocked. */
public record Buddies(List<Person> buddies, List<Person> blocked) {

    /** Somebody with an account. */
    public record Person(String user, String fullName) {}
}

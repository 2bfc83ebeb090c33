package org.gridtorrent.ccm.people.picker;

import java.util.List;

/**
 * Who was found by name, each with a button that does one thing.
 *
 * @param words searched for; empty when nothing was
 * @param action address of the form; the person's user name goes with it
 * @param key of the messages: KEY on the button, KEY.of for who does not see it
 */
public record PersonSearchView(String words, List<PersonLine> people, boolean more, String action,
        String key) {}

package org.gridtorrent.ccm.people.picker;

import java.util.List;

/**
 * People to tick in a form.
 *
 * @param words searched for; without any, buddies are offered
 * @param chosen ticked already
 * @param offered the others
 * @param more whether there are more than are offered
 */
public record PersonPickerView(String words, List<PersonLine> chosen, List<PersonLine> offered,
        boolean more) {}

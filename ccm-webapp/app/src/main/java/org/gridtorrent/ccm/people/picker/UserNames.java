package org.gridtorrent.ccm.people.picker;

import java.util.List;
import org.gridtorrent.catalog.people.People;
import org.gridtorrent.catalog.people.Person;

/**
 * What the user names of a form or of a request's body mean.
 *
 * @param ids of the accounts that were found
 * @param unknown the names that no account has, in their order
 */
public record UserNames(List<String> ids, List<String> unknown) {

    /** Looks the names up as far as this account may know of their owners. */
    public static UserNames resolve(People people, String accountId, List<String> names) {
        List<Person> found = people.named(accountId, names);
        return new UserNames(found.stream().map(Person::id).toList(), names.stream()
                .filter(name -> found.stream()
                        .noneMatch(person -> person.name().equalsIgnoreCase(name.strip())))
                .toList());
    }
}

package org.gridtorrent.ccm.dataset.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.people.Group;

/**
 * The groups that the user is in, found by the names or identifiers that a form or a request's body has.
 *
 * @param mine the user's groups
 */
record GroupNames(List<Group> mine) {
    private static final Pattern ID = Pattern.compile("[a-z2-7]{16}");

    /** Reasons for which a name means no group. */
    enum Problem {
        /** No group of the user has this name. */
        UNKNOWN,
        /** The name is an identifier, of a group that the user is not in or that was deleted. */
        GONE,
        /** Several groups have this name. */
        AMBIGUOUS
    }

    /** A name that means no group. */
    record Unresolved(String name, Problem problem) {}

    /**
     * Groups that were found, in the order of the names.
     *
     * @param ids of the groups that were found
     */
    record Resolved(List<String> ids, List<Unresolved> unresolved) {}

    Resolved resolve(List<String> names) {
        List<String> ids = new ArrayList<>();
        List<Unresolved> unresolved = new ArrayList<>();
        for (String name : names) {
            find(name).ifPresentOrElse(group -> ids.add(group.id()),
                    () -> unresolved.add(new Unresolved(name, problem(name))));
        }
        return new Resolved(ids, unresolved);
    }

    /** Empty when no group, or more than one, has the name. */
    private Optional<Group> find(String name) {
        List<Group> meant = meant(name);
        return meant.size() == 1 ? Optional.of(meant.getFirst()) : Optional.empty();
    }

    private Problem problem(String name) {
        if (!meant(name).isEmpty()) {
            return Problem.AMBIGUOUS;
        }
        return ID.matcher(name).matches() ? Problem.GONE : Problem.UNKNOWN;
    }

    private List<Group> meant(String name) {
        return mine.stream().filter(group -> group.isMeantBy(name)).toList();
    }
}

package org.gridtorrent.ccm.people.picker;

import java.util.List;
import java.util.Locale;
import org.gridtorrent.catalog.people.BuddyRelation;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.Member;
import org.gridtorrent.catalog.people.PendingRequest;
import org.gridtorrent.catalog.people.Person;

/** The catalog's records about people as the pages show them. */
public final class PeopleRows {
    private PeopleRows() {}

    public static GroupLine group(Group group) {
        return new GroupLine(group.id(), group.name(), group.description(), group.open(),
                group.members(), lower(group.standing()));
    }

    public static List<GroupLine> groups(List<Group> groups) {
        return groups.stream().map(PeopleRows::group).toList();
    }

    public static List<PersonLine> members(List<Member> members) {
        return members.stream().map(member -> person(member.person(), member.standing()))
                .toList();
    }

    public static List<PersonLine> acquaintances(List<BuddyRelation> people) {
        return people.stream().map(one -> person(one.person(), one.bond())).toList();
    }

    public static PersonLine person(Person person, Enum<?> state) {
        return new PersonLine(person.id(), person.name(), person.fullName(), lower(state));
    }

    public static PendingLine pending(PendingRequest pending) {
        return new PendingLine(lower(pending.kind()),
                pending.group().map(PendingRequest.GroupName::id).orElse(""),
                pending.group().map(PendingRequest.GroupName::name).orElse(""),
                pending.person().map(person -> person(person, pending.kind())), pending.since());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

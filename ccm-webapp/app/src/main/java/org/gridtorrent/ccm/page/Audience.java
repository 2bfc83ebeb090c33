package org.gridtorrent.ccm.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Group;
import org.gridtorrent.ccm.view.AudienceView;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.GroupLine;
import org.gridtorrent.ccm.view.GroupView.Person;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.view.Viewer;

/** Who may have a data set, in a form: what to choose from, and what was chosen. */
public final class Audience {
    /** People to pick from with a click; others are named in the field below them. */
    private static final int MOST_PEOPLE = 100;

    private final Catalog catalog;
    private final Messages messages;

    public Audience(Catalog catalog, Messages messages) {
        this.catalog = catalog;
        this.messages = messages;
    }

    /** Whom the viewer may share with. */
    public AudienceView view(Form form, Viewer viewer) {
        List<GroupLine> groups = catalog.groups().of(viewer.id()).stream()
                .map(group -> Rows.group(group, "member")).toList();
        List<Person> people = catalog.accounts().search("", MOST_PEOPLE).stream()
                .filter(account -> !account.id().equals(viewer.id())).map(Rows::person).toList();
        Set<String> shown = people.stream().map(Person::name).collect(Collectors.toSet());
        String others = names(form, "users").stream().filter(name -> !shown.contains(name))
                .collect(Collectors.joining(", "));
        return new AudienceView(groups, people, others);
    }

    /** Empty when something is wrong, which the form then says; every name is checked here. */
    public Optional<Grants> grants(Form form, Viewer viewer) {
        return switch (form.value("access").toLowerCase(Locale.ROOT)) {
            case "public" -> Optional.of(Grants.EVERYONE);
            case "group" -> groups(form, viewer);
            case "user" -> users(form);
            default -> {
                form.error("access", messages.text("publish.access.wrong"));
                yield Optional.empty();
            }
        };
    }

    private Optional<Grants> groups(Form form, Viewer viewer) {
        List<Group> mine = catalog.groups().of(viewer.id());
        List<String> ids = new ArrayList<>();
        // A group's name may have blanks in it, but no comma.
        List<String> wanted = split(form, "groups", ",");
        for (String name : wanted) {
            mine.stream().filter(group -> group.isNamed(name)).findFirst().ifPresentOrElse(
                    group -> ids.add(group.id()),
                    () -> form.error("groups",
                            messages.text("publish.groups.wrong", name)));
        }
        if (wanted.isEmpty()) {
            form.error("groups", messages.text("publish.groups.none"));
        }
        return form.error("groups").isPresent()
                ? Optional.empty()
                : Optional.of(Grants.groups(ids));
    }

    private Optional<Grants> users(Form form) {
        List<String> ids = new ArrayList<>();
        List<String> wanted = names(form, "users");
        for (String name : wanted) {
            Optional<Account> account = catalog.accounts().findByName(name);
            account.ifPresentOrElse(found -> ids.add(found.id()),
                    () -> form.error("users", messages.text("publish.users.wrong", name)));
        }
        if (wanted.isEmpty()) {
            form.error("users", messages.text("publish.users.none"));
        }
        return form.error("users").isPresent()
                ? Optional.empty()
                : Optional.of(Grants.accounts(ids));
    }

    /** User names out of boxes that were ticked and a field that was typed in. */
    private static List<String> names(Form form, String field) {
        return split(form, field, "[,;\\s]+");
    }

    private static List<String> split(Form form, String field, String separator) {
        return form.all(field).stream().flatMap(text -> Arrays.stream(text.split(separator)))
                .map(String::strip).filter(name -> !name.isEmpty()).distinct().toList();
    }
}

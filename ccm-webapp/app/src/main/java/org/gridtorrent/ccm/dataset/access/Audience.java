package org.gridtorrent.ccm.dataset.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.ccm.people.picker.GroupLine;
import org.gridtorrent.ccm.people.picker.PeopleRows;
import org.gridtorrent.ccm.people.picker.PersonPicker;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Viewer;

/** Who may have a data set, in a form: what to choose from, and what was chosen. */
public final class Audience {
    private final Catalog catalog;
    private final PersonPicker picker;
    private final Messages messages;

    public Audience(Catalog catalog, Messages messages) {
        this.catalog = catalog;
        this.picker = new PersonPicker(catalog, messages);
        this.messages = messages;
    }

    /** Whom the viewer may share with. */
    public AudienceView view(Form form, Viewer viewer) {
        List<Group> mine = catalog.people().groups().of(viewer.id());
        Set<String> chosen = Set.copyOf(new GroupNames(mine).resolve(wanted(form)).ids());
        List<GroupLine> lines = mine.stream().map(PeopleRows::group).toList();
        return new AudienceView(lines, chosen, picker.view(form, viewer.id()));
    }

    /** Empty when something is wrong, which the form then says; every name is checked here. */
    public Optional<Grants> grants(Form form, Viewer viewer) {
        return switch (form.value("access").toLowerCase(Locale.ROOT)) {
            case "public" -> Optional.of(Grants.EVERYONE);
            case "group" -> groups(form, viewer);
            case "user" -> users(form, viewer);
            default -> {
                form.error("access", messages.text("publish.access.wrong"));
                yield Optional.empty();
            }
        };
    }

    private Optional<Grants> groups(Form form, Viewer viewer) {
        List<String> wanted = wanted(form);
        var resolved = new GroupNames(catalog.people().groups().of(viewer.id())).resolve(wanted);
        resolved.unresolved().forEach(each -> form.error("groups",
                messages.text(problem(each.problem()), each.name())));
        if (wanted.isEmpty()) {
            form.error("groups", messages.text("publish.groups.none"));
        }
        return form.error("groups").isPresent()
                ? Optional.empty()
                : Optional.of(Grants.groups(resolved.ids()));
    }

    private static String problem(GroupNames.Problem problem) {
        return switch (problem) {
            case UNKNOWN -> "publish.groups.wrong";
            case GONE -> "publish.groups.gone";
            case AMBIGUOUS -> "publish.groups.several";
        };
    }

    /** By id or name; a group's name may have blanks in it, but no comma. */
    private static List<String> wanted(Form form) {
        return form.all("groups").stream().flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip).filter(name -> !name.isEmpty()).distinct().toList();
    }

    /** The viewer, whose data set it is, has it anyway. */
    private Optional<Grants> users(Form form, Viewer viewer) {
        List<String> ids = picker.chosen(form, viewer.id()).stream()
                .filter(id -> !id.equals(viewer.id()))
                .toList();
        if (ids.isEmpty()) {
            form.error("users", messages.text("publish.users.none"));
        }
        return form.error("users").isPresent()
                ? Optional.empty()
                : Optional.of(Grants.accounts(ids));
    }
}

package org.gridtorrent.ccm.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Group;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.view.Viewer;

/** Reads out of a form who may have a data set; every name is checked here, whatever was shown. */
final class Audience {
    private final Catalog catalog;
    private final Messages messages;

    Audience(Catalog catalog, Messages messages) {
        this.catalog = catalog;
        this.messages = messages;
    }

    /** Empty when something is wrong, which the form then says. */
    Optional<Grants> grants(Form form, Viewer viewer) {
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
    static List<String> names(Form form, String field) {
        return split(form, field, "[,;\\s]+");
    }

    private static List<String> split(Form form, String field, String separator) {
        return form.all(field).stream().flatMap(text -> Arrays.stream(text.split(separator)))
                .map(String::strip).filter(name -> !name.isEmpty()).distinct().toList();
    }
}

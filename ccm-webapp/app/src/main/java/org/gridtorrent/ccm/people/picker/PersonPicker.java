package org.gridtorrent.ccm.people.picker;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.people.BuddyRelation;
import org.gridtorrent.catalog.people.BuddyStatus;
import org.gridtorrent.catalog.people.Person;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/**
 * Choosing people by name in a form: out of one's buddies, or found by the letters in its field
 * {@code find}. Who is chosen stays so while others are looked for, with scripts and without.
 */
public final class PersonPicker {
    private static final String FIELD = "users";
    private static final int BUDDIES = 50;
    private static final int FOUND = 20;

    private final Catalog catalog;
    private final Messages messages;

    public PersonPicker(Catalog catalog, Messages messages) {
        this.catalog = catalog;
        this.messages = messages;
    }

    /** Whether the form was sent to look for somebody, not to be done. */
    public static boolean isSearch(Form form) {
        return form.has("do", "find");
    }

    /** The list alone, while letters are typed. */
    public Reply list(Exchange exchange) {
        return Reply.html("part/picklist",
                Map.of("view", view(exchange.form(), exchange.viewer().id())));
    }

    public PersonPickerView view(Form form, String viewerId) {
        List<Person> chosen = catalog.people().directory().named(viewerId, names(form)).stream()
                .filter(person -> !person.id().equals(viewerId)).toList();
        String words = form.value("find");
        ResultPage<BuddyRelation> others = words.isEmpty()
                ? catalog.people().buddies().of(viewerId, 0, BUDDIES)
                : catalog.people().directory().search(viewerId, words, FOUND);
        Set<Person> ticked = new HashSet<>(chosen);
        List<PersonLine> offered = PeopleRows.acquaintances(others.items().stream()
                .filter(other -> !ticked.contains(other.person())).toList());
        return new PersonPickerView(words, chosen.stream()
                .map(person -> PeopleRows.person(person, BuddyStatus.NONE)).toList(), offered,
                others.more());
    }

    /** The ids of all who were named; of those that there are not, an error in the form. */
    public List<String> chosen(Form form, String viewerId) {
        var named = UserNames.resolve(catalog.people().directory(), viewerId, names(form));
        named.unknown().forEach(
                name -> form.error(FIELD, messages.text("people.unknown", name)));
        return named.ids();
    }

    /** The account whose user name is in the field {@code name}; else an error in the form. */
    public Optional<Account> named(Form form) {
        String name = form.value("name");
        Optional<Account> named = catalog.identity().accounts().findByName(name)
                .filter(account -> !account.disabled());
        if (named.isEmpty()) {
            form.error("name", messages.text("people.unknown", name));
        }
        return named;
    }

    /** Out of boxes that were ticked, or names with commas or blanks between them. */
    private static List<String> names(Form form) {
        return form.all(FIELD).stream()
                .flatMap(text -> Arrays.stream(text.split("[,;\\s]+", -1)))
                .filter(name -> !name.isEmpty()).distinct().toList();
    }
}

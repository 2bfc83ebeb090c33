package org.gridtorrent.ccm.people;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.gridtorrent.catalog.PeopleCatalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.people.BuddyRelation;
import org.gridtorrent.catalog.people.BuddyStatus;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.BuddyCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.people.picker.PeopleRows;
import org.gridtorrent.ccm.people.picker.PersonPicker;
import org.gridtorrent.ccm.people.picker.PersonSearchView;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** The viewer's buddies: found, asked, answered, removed, blocked. */
public final class BuddyPages {
    private static final String PATH = "/buddies";
    private static final int BUDDIES = 50;
    private static final int FOUND = 10;

    private final PeopleCatalog people;
    private final BuddyCommands commands;
    private final PersonPicker picker;
    private final Messages messages;

    public BuddyPages(PeopleCatalog people, BuddyCommands commands, PersonPicker picker,
            Messages messages) {
        this.people = people;
        this.commands = commands;
        this.picker = picker;
        this.messages = messages;
    }

    public Reply list(Exchange exchange) {
        return list(exchange, 200, Form.empty());
    }

    /** Who could be asked, while a name is typed. */
    public Reply candidates(Exchange exchange) {
        String words = exchange.parameter("name");
        ResultPage<BuddyRelation> found = people.directory().search(exchange.viewer().id(),
                words, FOUND);
        return Reply.html("part/found", Map.of("view", new PersonSearchView(words,
                PeopleRows.acquaintances(found.items()), found.more(), PATH,
                "buddies.ask.submit")));
    }

    public Reply ask(Exchange exchange) {
        Form form = exchange.form();
        Optional<Account> asked = picker.named(form);
        if (asked.isEmpty()) {
            return list(exchange, 422, form);
        }
        try {
            BuddyStatus bond = commands.ask(exchange.viewer().id(), asked.get().id());
            return seen(exchange, bond == BuddyStatus.BUDDY ? "buddies" : "buddy-asked");
        } catch (CatalogException refused) {
            form.error("name", messages.text(refused));
            return list(exchange, 422, form);
        }
    }

    public Reply accept(Exchange exchange) {
        return done(exchange, commands::accept, "buddies");
    }

    public Reply decline(Exchange exchange) {
        return done(exchange, commands::callOff, "declined");
    }

    public Reply withdraw(Exchange exchange) {
        return done(exchange, commands::callOff, "called-off");
    }

    public Reply remove(Exchange exchange) {
        return done(exchange, commands::remove, "buddy-removed");
    }

    public Reply block(Exchange exchange) {
        return done(exchange, commands::block, "blocked");
    }

    public Reply unblock(Exchange exchange) {
        return done(exchange, commands::unblock, "unblocked");
    }

    private Reply list(Exchange exchange, int status, Form form) {
        String viewer = exchange.viewer().id();
        int page = exchange.page();
        ResultPage<BuddyRelation> all = people.buddies().of(viewer, (page - 1) * BUDDIES, BUDDIES);
        int blockedPage = exchange.page("blocked");
        ResultPage<BuddyRelation> blocked = people.buddies().blockedBy(viewer,
                (blockedPage - 1) * BUDDIES,
                BUDDIES);
        return new Reply.Html(status, "buddies", Map.of("form", form, "view",
                new BuddiesView(PeopleRows.acquaintances(all.items()), page, all.more(),
                        PeopleRows.acquaintances(blocked.items()), blockedPage,
                        blocked.more())));
    }

    private static Reply done(Exchange exchange, BiConsumer<String, String> command,
            String notice) {
        command.accept(exchange.viewer().id(), exchange.id());
        return seen(exchange, notice);
    }

    private static Reply seen(Exchange exchange, String notice) {
        return GroupPages.seen(LocalPath.orElse(exchange.parameter("back"), PATH), notice);
    }
}

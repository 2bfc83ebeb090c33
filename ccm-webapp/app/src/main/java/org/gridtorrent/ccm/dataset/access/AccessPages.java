package org.gridtorrent.ccm.dataset.access;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.SharedWith;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.AccessCommands;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.people.picker.PersonPicker;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Rows;

/** The tab that says who may have a data set, and where its owner changes that. */
public final class AccessPages {
    private final Catalog catalog;
    private final DatasetTabs tabs;
    private final AccessCommands commands;
    private final Audience audience;
    private final Messages messages;

    public AccessPages(Catalog catalog, DatasetTabs tabs, AccessCommands commands,
            Messages messages) {
        this.catalog = catalog;
        this.tabs = tabs;
        this.commands = commands;
        this.audience = new Audience(catalog, messages);
        this.messages = messages;
    }

    public Reply form(Exchange exchange) {
        Content content = tabs.content(exchange);
        if (!content.ownerId().equals(exchange.viewer().id())) {
            return Reply.html("access-summary",
                    Map.of("head", tabs.head(exchange, content, "access"), "audience",
                            AudienceLabels.audience(messages, content, Optional.empty())));
        }
        return page(200, exchange, content, asItIs(exchange, content), "");
    }

    private Form asItIs(Exchange exchange, Content content) {
        SharedWith shared = shared(exchange);
        return new Form(Map.of(
                "access", List.of(content.access().name().toLowerCase(Locale.ROOT)),
                "groups", shared.groupNames(), "users", shared.accountNames()));
    }

    /** The owner's page with what is wrong about something else that is done there. */
    public Reply refused(Exchange exchange, String error) {
        Content content = tabs.content(exchange);
        return page(422, exchange, content, asItIs(exchange, content), error);
    }

    public Reply change(Exchange exchange) {
        Content content = tabs.owned(exchange, messages.text("access.owner"));
        Form form = exchange.form();
        if (PersonPicker.isSearch(form)) {
            return page(200, exchange, content, form, "");
        }
        Optional<Grants> grants = audience.grants(form, exchange.viewer());
        if (grants.isPresent()) {
            try {
                commands.replace(content.ownerId(), content.id(), grants.get());
                return new Reply.SeeOther(
                        LocalPath.noticed("/datasets/" + content.id() + "/access", "access"));
            } catch (CatalogException refused) {
                form.error("", messages.text(refused));
            }
        }
        return page(422, exchange, content, form, "");
    }

    private Reply page(int status, Exchange exchange, Content content, Form form,
            String error) {
        return new Reply.Html(status, "access",
                Map.of("head", tabs.head(exchange, content, "access"),
                        "form", form, "error", error, "ends", ends(content),
                        "view", audience.view(form, exchange.viewer()), "leftGroups",
                        leftGroups(exchange)));
    }

    private List<GrantEndView> ends(Content content) {
        return catalog.access().expiry().of(content.ownerId(), content.id()).stream()
                .map(entry -> new GrantEndView(entry.id(), entry.name(), entry.group(),
                        entry.ends().map(Rows::lastDay).orElse("")))
                .toList();
    }

    /** Groups that it is shared with and that the owner has left since. */
    private List<String> leftGroups(Exchange exchange) {
        Set<String> mine = new HashSet<>();
        for (Group group : catalog.people().groups().of(exchange.viewer().id())) {
            mine.add(group.name());
        }
        return shared(exchange).groupNames().stream().filter(name -> !mine.contains(name))
                .toList();
    }

    private SharedWith shared(Exchange exchange) {
        return catalog.datasets().contents().sharedWith(exchange.viewer().id(), exchange.id())
                .orElseThrow(Refusal::notFound);
    }
}

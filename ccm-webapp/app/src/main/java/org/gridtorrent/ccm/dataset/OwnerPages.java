package org.gridtorrent.ccm.dataset;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.access.AccessExpiry.Entry;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.ContentEvents.Event;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.Commands;
import org.gridtorrent.ccm.dataset.ActivityView.Line;
import org.gridtorrent.ccm.dataset.access.AccessPages;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.AccessLabels;
import org.gridtorrent.ccm.ui.FieldLabels;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** What a data set's owner alone sees and does: what happened to it, ends of rights, withdrawing it. */
public final class OwnerPages {
    private static final int PER_PAGE = 50;
    private static final String END = "end-";

    private final Catalog catalog;
    private final DatasetTabs tabs;
    private final AccessPages access;
    private final Commands commands;
    private final Messages messages;

    public OwnerPages(Catalog catalog, DatasetTabs tabs, AccessPages access, Commands commands,
            Messages messages) {
        this.catalog = catalog;
        this.tabs = tabs;
        this.access = access;
        this.commands = commands;
        this.messages = messages;
    }

    public Reply activity(Exchange exchange) {
        Content content = tabs.owned(exchange, messages.text("activity.owner"));
        int page = exchange.page();
        List<Event> events = catalog.datasets().events().of(content.ownerId(), content.id(),
                (page - 1) * PER_PAGE, PER_PAGE + 1);
        return Reply.html("activity", Map.of("view", new ActivityView(
                tabs.head(exchange, content, "activity"),
                events.stream().limit(PER_PAGE).map(this::line).toList(), page,
                events.size() > PER_PAGE)));
    }

    private Line line(Event event) {
        String kind = event.kind().name().toLowerCase(Locale.ROOT);
        return switch (event.kind()) {
            case PUBLISHED -> new Line(event.at(), text(kind, event.who()), "");
            case GOT -> new Line(event.at(), text(kind, event.who(), event.detail()), "");
            case DESCRIBED -> new Line(event.at(), text(kind, event.who(),
                    FieldLabels.of(messages, event.detail())), "");
            case SHARED, REVOKED ->
                new Line(event.at(),
                        text(kind, event.who(), AccessLabels.of(messages, event.detail())),
                        "");
            case ENDED -> new Line(event.at(), text(kind, event.detail()), "");
            case FOLLOWED -> new Line(event.at(), text(kind, event.who()), event.detail());
        };
    }

    private String text(String kind, Object... arguments) {
        return messages.text("activity." + kind, arguments);
    }

    /** A day's end is meant, in UTC; an empty field is no end. */
    public Reply ends(Exchange exchange) {
        Content content = tabs.owned(exchange, messages.text("access.owner"));
        Form form = exchange.form();
        Map<String, Optional<Instant>> ends = new HashMap<>();
        for (Entry entry : catalog.access().expiry().of(content.ownerId(), content.id())) {
            String day = form.value(END + entry.id());
            try {
                ends.put(entry.id(), day.isEmpty() ? Optional.empty() : Optional.of(after(day)));
            } catch (DateTimeParseException noDay) {
                return access.refused(exchange, messages.text("ends.wrong", entry.name()));
            }
        }
        try {
            commands.access().changeEnds(content.ownerId(), content.id(), ends);
        } catch (CatalogException refused) {
            return access.refused(exchange, messages.text(refused));
        }
        return new Reply.SeeOther(
                LocalPath.noticed("/datasets/" + content.id() + "/access", "access"));
    }

    private static Instant after(String day) {
        return LocalDate.parse(day).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** What failed to be published; there is no page of it any more. */
    public Reply discard(Exchange exchange) {
        Content content = tabs.owned(exchange, messages.text("withdraw.owner"));
        commands.datasets().discard(content.ownerId(), content.id());
        return new Reply.SeeOther(LocalPath.noticed("/my-data", "discarded"));
    }

    public Reply withdraw(Exchange exchange) {
        Content content = tabs.owned(exchange, messages.text("withdraw.owner"));
        try {
            commands.datasets().withdraw(content.ownerId(), content.id(),
                    exchange.parameter("reason"));
        } catch (CatalogException refused) {
            return access.refused(exchange, messages.text(refused));
        }
        return new Reply.SeeOther("/datasets/" + content.id());
    }
}

package org.gridtorrent.ccm.search.subscription;

import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.subscription.Subscription;
import org.gridtorrent.catalog.subscription.Subscription.Machine;
import org.gridtorrent.catalog.subscription.SubscriptionTarget;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.search.SearchAddress;
import org.gridtorrent.ccm.ui.DeviceLine;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Rows;

/**
 * What somebody wants to be told of. What one subscribes to stands in the address: {@code of} is
 * {@code dataset}, {@code group} or {@code owner}, and {@code id} the one, of an owner one of its data
 * sets; or it is a search, as the search has it.
 */
public final class SubscriptionPages {
    private static final String PAGE = "/subscriptions";

    private final Catalog catalog;
    private final Messages messages;
    private final InstantSource clock;

    public SubscriptionPages(Catalog catalog, Messages messages, InstantSource clock) {
        this.catalog = catalog;
        this.messages = messages;
        this.clock = clock;
    }

    /** A target, and what it is called. */
    private record Named(SubscriptionTarget target, String name) {}

    public Reply list(Exchange exchange) {
        return Reply.html("subscriptions", Map.of("view", new SubscriptionsView(
                catalog.discovery().subscriptions().of(exchange.viewer().id()).stream()
                        .map(SubscriptionPages::line).toList(),
                machines(exchange))));
    }

    private static SubscriptionsView.Line line(Subscription subscription) {
        String path = switch (subscription.target()) {
            case SubscriptionTarget.Dataset dataset -> "/datasets/" + dataset.contentId();
            case SubscriptionTarget.OfGroup group -> "/groups/" + group.groupId();
            case SubscriptionTarget.OfOwner _ -> "";
            case SubscriptionTarget.OfSearch search -> "/search?" + search.inAddress();
        };
        boolean hidden = subscription.kind() == Subscription.Kind.DATASET
                && subscription.name().isEmpty();
        return new SubscriptionsView.Line(subscription.id(),
                subscription.kind().name().toLowerCase(Locale.ROOT), subscription.name(),
                hidden ? "" : path, subscription.device().map(Machine::id).orElse(""),
                subscription.created());
    }

    private List<DeviceLine> machines(Exchange exchange) {
        return catalog.machines().devices().of(exchange.viewer().id()).stream()
                .map(device -> Rows.machine(device, clock.instant())).toList();
    }

    public Reply form(Exchange exchange) {
        return form(exchange, 200, "");
    }

    private Reply form(Exchange exchange, int status, String error) {
        Named named = named(exchange);
        return new Reply.Html(status, "subscribe", Map.of("kind",
                named.target().kind().name().toLowerCase(Locale.ROOT), "name", named.name(),
                "fields", fields(exchange, named.target()), "machines", machines(exchange),
                "already",
                catalog.discovery().subscriptions().find(exchange.viewer().id(), named.target())
                        .isPresent(),
                "error", error));
    }

    /** What the form carries on to say what it is about. */
    private static Map<String, List<String>> fields(Exchange exchange, SubscriptionTarget target) {
        return target instanceof SubscriptionTarget.OfSearch search
                ? SearchAddress.of(search.words(), search.chosen()).fieldsWithWords()
                : Map.of("of", List.of(exchange.parameter("of")), "id",
                        List.of(exchange.parameter("id")));
    }

    public Reply subscribe(Exchange exchange) {
        Named named = named(exchange);
        try {
            if (catalog.discovery().subscriptions()
                    .subscribe(exchange.viewer().id(), named.target(),
                            device(exchange))
                    .isEmpty()) {
                throw Refusal.notFound();
            }
            return done("subscribed");
        } catch (CatalogException refused) {
            return form(exchange, 422, messages.text(refused));
        }
    }

    private static Optional<String> device(Exchange exchange) {
        return Optional.of(exchange.parameter("device")).filter(id -> !id.isEmpty());
    }

    private Named named(Exchange exchange) {
        String viewer = exchange.viewer().id();
        String id = exchange.parameter("id");
        return switch (exchange.parameter("of")) {
            case "dataset" -> {
                Content content = content(viewer, id);
                yield new Named(new SubscriptionTarget.Dataset(content.id()), content.title());
            }
            case "owner" -> {
                Account owner = catalog.identity().accounts().find(content(viewer, id).ownerId())
                        .orElseThrow(Refusal::notFound);
                yield new Named(new SubscriptionTarget.OfOwner(owner.id()), owner.fullName());
            }
            case "group" -> {
                Group group = catalog.people().groups().find(viewer, id)
                        .orElseThrow(Refusal::notFound);
                yield new Named(new SubscriptionTarget.OfGroup(group.id()), group.name());
            }
            default -> search(exchange);
        };
    }

    private Named search(Exchange exchange) {
        SearchAddress asked = SearchAddress.of(exchange);
        var search = new SubscriptionTarget.OfSearch(asked.words(), asked.chosen());
        return new Named(search, search.words().isEmpty()
                ? messages.text("subscriptions.search.facets")
                : search.words());
    }

    private Content content(String viewer, String id) {
        return catalog.datasets().contents().find(viewer, id).orElseThrow(Refusal::notFound);
    }

    public Reply changeDevice(Exchange exchange) {
        if (!catalog.discovery().subscriptions().changeDevice(exchange.viewer().id(), exchange.id(),
                device(exchange))) {
            throw Refusal.notFound();
        }
        return done("subscription-changed");
    }

    public Reply end(Exchange exchange) {
        if (!catalog.discovery().subscriptions().end(exchange.viewer().id(), exchange.id())) {
            throw Refusal.notFound();
        }
        return done("unsubscribed");
    }

    private static Reply done(String notice) {
        return new Reply.SeeOther(LocalPath.noticed(PAGE, notice));
    }
}

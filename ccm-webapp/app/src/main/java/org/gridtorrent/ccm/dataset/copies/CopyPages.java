package org.gridtorrent.ccm.dataset.copies;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;
import org.gridtorrent.catalog.copy.CopyStatus;
import org.gridtorrent.catalog.copy.CopyStatus.Line;
import org.gridtorrent.catalog.copy.CopyStatus.Named;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.CopyCommands;
import org.gridtorrent.ccm.command.CopyRuleChange;
import org.gridtorrent.ccm.dataset.copies.CopiesView.Choice;
import org.gridtorrent.ccm.dataset.copies.CopiesView.Holder;
import org.gridtorrent.ccm.dataset.copies.CopiesView.Rule;
import org.gridtorrent.ccm.dataset.file.Manifests;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Rows;
import org.gridtorrent.ccm.ui.SwarmChart;

/** The tab about a data set's copies and replicas, and the form of the rule for copies. */
public final class CopyPages {
    private static final int MOST_SHOWN = 30;

    private final Catalog catalog;
    private final DatasetTabs tabs;
    private final Manifests manifests;
    private final CopyCommands commands;
    private final Messages messages;
    private final InstantSource clock;

    public CopyPages(Catalog catalog, DatasetTabs tabs, Manifests manifests, CopyCommands commands,
            Messages messages, InstantSource clock) {
        this.catalog = catalog;
        this.tabs = tabs;
        this.manifests = manifests;
        this.commands = commands;
        this.messages = messages;
        this.clock = clock;
    }

    public Reply show(Exchange exchange) {
        return page(exchange, 200, Form.empty(), "");
    }

    /** The tab with what is wrong about something that was sent from it. */
    Reply refused(Exchange exchange, Form form) {
        return page(exchange, 422, form, "");
    }

    private Reply page(Exchange exchange, int status, Form form, String error) {
        Content content = tabs.content(exchange);
        String reader = exchange.viewer().id();
        return new Reply.Html(status, "copies",
                Map.of("head", tabs.head(exchange, content, "copies"), "view",
                        view(reader, content), "replicas", replicas(reader, content), "online",
                        content.copies(), "form", form, "error", error));
    }

    /** Empty while the data set is not published. */
    private Optional<ReplicasView> replicas(String reader, Content content) {
        return manifests.of(reader, content).map(manifest -> new ReplicasView(
                catalog.sharing().replicas().of(reader, content.id()).orElse(List.of()),
                content.ownerId().equals(reader), content.access() != Access.PUBLIC,
                manifest.name(), manifest.singleFile()));
    }

    /** Empty while the data set is not published. */
    private Optional<CopiesView> view(String reader, Content content) {
        boolean mine = content.ownerId().equals(reader);
        Map<String, Long> lacking = catalog.sharing().swarms().lacking(content.id());
        return catalog.sharing().copies().of(reader, content.id()).map(kept -> {
            List<Holder> holders = kept.lines().stream()
                    .map(line -> holder(line, mine, reader, lacking.containsKey(line.deviceId()),
                            share(line, content, lacking)))
                    .toList();
            return new CopiesView(kept.rule().map(this::rule), swarm(holders), kept.counting(),
                    kept.alwaysOn(), holders.stream().limit(MOST_SHOWN).toList(),
                    Math.max(0, holders.size() - MOST_SHOWN), kept.notices(), mine,
                    mine ? machines(reader, kept) : List.of(),
                    mine ? groups(reader, kept) : List.of());
        });
    }

    /** Sets the rule, or removes it. What is refused comes out as the catalog's words. */
    public Reply keep(Exchange exchange) {
        Content content = tabs.content(exchange);
        Form form = exchange.form();
        String viewer = exchange.viewer().id();
        var change = form.has("do", "none")
                ? CopyRuleChange.REMOVAL
                : new CopyRuleChange(false, form.count("copies"), form.count("alwaysOn"),
                        form.all("machine"), form.all("group"));
        try {
            commands.keep(viewer, content.id(), change);
        } catch (CatalogException no) {
            return page(exchange, 422, Form.empty(), messages.text(no));
        }
        return new Reply.SeeOther(
                LocalPath.noticed("/datasets/" + exchange.id() + "/copies", "kept"));
    }

    private Rule rule(CopyStatus.Rule rule) {
        String places = Stream.concat(rule.machines().stream(), rule.groups().stream())
                .map(place -> place.name().isEmpty()
                        ? messages.text("copies.closed-group")
                        : place.name())
                .collect(Collectors.joining(", "));
        return new Rule(rule.asked().copies(), rule.asked().alwaysOn(),
                places.isEmpty() ? messages.text("copies.anywhere") : places);
    }

    private static SwarmChart swarm(List<Holder> holders) {
        return new SwarmChart(holders.stream()
                .map(holder -> new SwarmChart.Part(holder.name(), holder.share())).toList());
    }

    /** As it said last, with padding; else all of a copy that was checked, and nothing of another. */
    private static long share(Line line, Content content, Map<String, Long> lacking) {
        long left = lacking.getOrDefault(line.deviceId(),
                line.holding() == Holding.VERIFIED ? 0 : content.totalLength());
        return content.totalLength() == 0
                ? 100
                : (long) (100.0 * Math.max(0, content.totalLength() - left)
                        / content.totalLength());
    }

    /** In a word; what was verified and is not all there now is neither whole nor at hand. */
    private String state(Line line, boolean announced, long share) {
        if (!line.state().equals("verified")) {
            return line.state();
        }
        boolean online = line.lastSeen().filter(seen -> Rows.isOnline(seen, clock.instant()))
                .isPresent();
        return !online
                ? "offline"
                : !announced ? "missing" : share < 100 ? "incomplete" : "verified";
    }

    private Holder holder(Line line, boolean mine, String reader, boolean announced, long share) {
        boolean named = mine || line.accountId().equals(reader);
        String state = state(line, announced, share);
        return new Holder(named ? line.deviceName() : messages.text("copies.machine"),
                line.accountName(), state, line.verified(), line.lastSeen(),
                Math.round(line.share() * 100), state.equals("missing") ? 0 : share,
                line.alwaysOn(), line.ofRule());
    }

    private List<Choice> machines(String reader, CopyStatus kept) {
        Set<String> named = ids(kept.rule().map(CopyStatus.Rule::machines));
        List<Choice> choices = new ArrayList<>();
        for (Device device : catalog.machines().devices().of(reader)) {
            choices.add(new Choice(device.id(), device.name(), named.contains(device.id())));
        }
        return choices;
    }

    private List<Choice> groups(String reader, CopyStatus kept) {
        Set<String> named = ids(kept.rule().map(CopyStatus.Rule::groups));
        List<Choice> choices = new ArrayList<>();
        for (Group group : catalog.people().groups().of(reader)) {
            choices.add(new Choice(group.id(), group.name(), named.contains(group.id())));
        }
        return choices;
    }

    private static Set<String> ids(Optional<List<Named>> places) {
        return places.orElse(List.of()).stream().map(Named::id).collect(Collectors.toSet());
    }
}

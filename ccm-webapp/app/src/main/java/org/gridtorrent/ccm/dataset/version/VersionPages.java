package org.gridtorrent.ccm.dataset.version;

import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Versions.Source;
import org.gridtorrent.catalog.dataset.Versions.Version;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.ccm.command.DatasetCommands;
import org.gridtorrent.ccm.command.DatasetCommands.NewVersion;
import org.gridtorrent.ccm.dataset.file.Comparisons;
import org.gridtorrent.ccm.dataset.file.FileChanges.Change;
import org.gridtorrent.ccm.dataset.file.FileChanges.Kind;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.dataset.version.VersionsView.Compared;
import org.gridtorrent.ccm.dataset.version.VersionsView.Line;
import org.gridtorrent.ccm.device.BrowsePurpose;
import org.gridtorrent.ccm.device.DeviceLines;
import org.gridtorrent.ccm.device.DevicePath;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.DeviceLine;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** The tab of a data set's versions, what changed between them, and publishing the next one. */
public final class VersionPages {
    private static final int PER_PAGE = 100;
    private static final int LONGEST_CHANGES = 4000;

    private final Catalog catalog;
    private final DatasetTabs tabs;
    private final Comparisons comparisons;
    private final DatasetCommands commands;
    private final Messages messages;
    private final boolean open;
    private final InstantSource clock;

    /** @param open whether the site is open to the world, so that torrents need not be private */
    public VersionPages(Catalog catalog, DatasetTabs tabs, Comparisons comparisons,
            DatasetCommands commands,
            Messages messages, boolean open, InstantSource clock) {
        this.catalog = catalog;
        this.tabs = tabs;
        this.comparisons = comparisons;
        this.commands = commands;
        this.messages = messages;
        this.open = open;
        this.clock = clock;
    }

    public Reply show(Exchange exchange) {
        Content content = tabs.content(exchange);
        List<Version> all = catalog.datasets().versions().of(exchange.viewer().id(), content.id());
        Version shown = all.stream().filter(one -> one.content().id().equals(content.id()))
                .findFirst().orElseThrow(Refusal::notFound);
        return Reply.html("versions", Map.of("view", new VersionsView(
                tabs.head(exchange, content, "versions"), shown.number(),
                all.stream().map(VersionPages::line).toList(),
                other(all, shown, exchange.parameter("with"))
                        .flatMap(with -> compared(exchange, shown, with)))));
    }

    /** The one that is asked for, else the one before. */
    private static Optional<Version> other(List<Version> all, Version shown, String with) {
        return with.isEmpty()
                ? all.stream().skip(all.indexOf(shown) + 1L).findFirst()
                : Optional.of(all.stream().filter(one -> one.content().id().equals(with))
                        .findFirst().orElseThrow(Refusal::notFound));
    }

    private Optional<Compared> compared(Exchange exchange, Version shown, Version with) {
        boolean older = with.number() < shown.number();
        return comparisons.between(exchange.viewer().id(),
                older ? with.content() : shown.content(),
                older ? shown.content() : with.content()).map(changes -> {
                    int pages = Math.max(1, Math.ceilDiv(changes.size(), PER_PAGE));
                    int page = Math.min(exchange.page(), pages);
                    List<Change> part = changes.subList((page - 1) * PER_PAGE,
                            Math.min(changes.size(), page * PER_PAGE));
                    int unproven = (int) changes.stream()
                            .filter(change -> change.kind() == Kind.UNPROVEN).count();
                    return new Compared(with.content().id(), with.number(), part,
                            changes.size(), unproven, page, pages);
                });
    }

    private static Line line(Version version) {
        Content content = version.content();
        return new Line(content.id(), version.number(),
                content.state().name().toLowerCase(Locale.ROOT), content.created(),
                content.totalLength(), content.fileCount(), version.changes());
    }

    /** Begins where this version was published, until another place is chosen. */
    public Reply form(Exchange exchange) {
        Content content = owned(exchange);
        Source asked = new Source(exchange.parameter("device"), exchange.parameter("path"));
        Source place = asked.path().isEmpty() && asked.deviceId().isEmpty()
                ? source(content).orElse(asked)
                : asked;
        return page(200, exchange, content, Form.filled(
                Map.of("device", place.deviceId(), "path", place.path())));
    }

    private Optional<Source> source(Content content) {
        return catalog.datasets().versions().source(content.ownerId(), content.id());
    }

    /** What is open, and where this version came from: its machine lets that be published again. */
    private boolean isOpen(Content content, DeviceLine machine, String path) {
        return DevicePath.inAny(path, machine.folders())
                || source(content).filter(new Source(machine.id(), path)::equals).isPresent();
    }

    public Reply publish(Exchange exchange) {
        Content content = owned(exchange);
        Form form = exchange.form();
        check(form, content);
        if (form.ok()) {
            try {
                Published next = commands.publish(content.ownerId(),
                        new NewVersion(content.id(), form.value("device"), form.value("path"),
                                form.value("changes"), form.has("nonPrivate", "yes")));
                Optional<Version> other = withOtherWords(content, next, form.value("changes"));
                if (other.isEmpty()) {
                    return new Reply.SeeOther(LocalPath
                            .noticed("/datasets/" + next.content().id(), "published"));
                }
                form.error("changes",
                        messages.text("versions.next.already", other.get().number()));
            } catch (CatalogException refused) {
                form.error("", messages.text(refused));
            }
        }
        return page(422, exchange, content, form);
    }

    /** The version as somebody began it before, if these words are not its own. */
    private Optional<Version> withOtherWords(Content content, Published next, String changes) {
        return changes.isEmpty()
                ? Optional.empty()
                : catalog.datasets().versions().of(content.ownerId(), content.id()).stream()
                        .filter(one -> one.content().id().equals(next.content().id()))
                        .filter(one -> !one.changes().equals(changes)).findFirst();
    }

    private Content owned(Exchange exchange) {
        return tabs.owned(exchange, messages.text("versions.next.owner"));
    }

    private List<DeviceLine> machines(Content content) {
        return DeviceLines.of(catalog.machines().devices(), content.ownerId(), clock.instant());
    }

    private void check(Form form, Content content) {
        String path = form.value("path");
        Optional<DeviceLine> machine = DeviceLines.named(machines(content), form.value("device"));
        if (machine.isEmpty()) {
            form.error("device", messages.text("publish.device.wrong"));
        }
        if (!DevicePath.acceptable(path)) {
            form.error("path", messages.text("publish.path.wrong"));
        } else if (machine.isPresent() && !isOpen(content, machine.get(), path)) {
            form.error("path", messages.text("publish.path.closed"));
        }
        if (form.has("nonPrivate", "yes") && !open) {
            form.error("", messages.text("publish.nonprivate.closed"));
        }
        form.check("changes", text -> text.length() <= LONGEST_CHANGES,
                messages.text("publish.description.wrong"));
    }

    private Reply page(int status, Exchange exchange, Content content, Form form) {
        List<DeviceLine> machines = machines(content);
        Optional<DeviceLine> machine = DeviceLines.chosen(machines, form.value("device"));
        String path = exchange.parameter("path");
        boolean placed = machine.filter(one -> one.id().equals(exchange.parameter("device"))
                && DevicePath.acceptable(path) && isOpen(content, one, path)).isPresent();
        return new Reply.Html(status, "version-new",
                Map.of("head", tabs.head(exchange, content, "versions"), "form", form,
                        "machines", machines, "machine", machine, "placed", placed, "purpose",
                        BrowsePurpose.version(content.id(), content.title()), "offersNonPrivate",
                        open && content.access() == Access.PUBLIC));
    }
}

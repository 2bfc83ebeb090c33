package org.gridtorrent.ccm.dataset;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.copy.CopyNotice;
import org.gridtorrent.catalog.copy.CopyStatus;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Versions.Version;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.ccm.command.TaskCommands;
import org.gridtorrent.ccm.dataset.DatasetView.Cite;
import org.gridtorrent.ccm.dataset.access.AudienceLabels;
import org.gridtorrent.ccm.dataset.cite.Citable;
import org.gridtorrent.ccm.dataset.cite.Citation;
import org.gridtorrent.ccm.dataset.cite.CitationFactory;
import org.gridtorrent.ccm.dataset.cite.SchemaOrg;
import org.gridtorrent.ccm.dataset.file.FileTree;
import org.gridtorrent.ccm.dataset.file.Manifest;
import org.gridtorrent.ccm.dataset.file.Manifests;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.device.DeviceLines;
import org.gridtorrent.ccm.device.DevicePath;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.DeviceLine;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Rows;
import org.gridtorrent.ccm.ui.TransferLine;

/** The first tab of a data set's page, and getting it. */
public final class DatasetPages {

    private final Catalog catalog;
    private final DatasetTabs tabs;
    private final Manifests manifests;
    private final CitationFactory works;
    private final StockClients stock;
    private final TaskCommands commands;
    private final Messages messages;
    private final InstantSource clock;
    private final URI pagesUrl;

    public DatasetPages(Catalog catalog, DatasetTabs tabs, Manifests manifests,
            CitationFactory works,
            StockClients stock, TaskCommands commands, Messages messages, InstantSource clock,
            URI pagesUrl) {
        this.catalog = catalog;
        this.tabs = tabs;
        this.manifests = manifests;
        this.works = works;
        this.stock = stock;
        this.commands = commands;
        this.messages = messages;
        this.clock = clock;
        this.pagesUrl = pagesUrl;
    }

    public Reply show(Exchange exchange) {
        return tabs.tombstone(exchange)
                .<Reply>map(stone -> new Reply.Html(410, "tombstone", Map.of("stone", stone,
                        "newer", newer(tabs.reader(exchange), stone.id()))))
                .orElseGet(() -> exchange.knownViewer().isPresent()
                        ? page(exchange, 200, Form.empty(), "")
                        : landing(exchange));
    }

    public Reply get(Exchange exchange) {
        String viewer = exchange.viewer().id();
        Content content = tabs.content(exchange);
        Form form = exchange.form();
        check(form, viewer);
        checkRoom(content, form, viewer);
        if (!form.ok()) {
            return page(exchange, 422, form, "");
        }
        String folder = form.value("folder");
        Order order = Order.of(Kind.DOWNLOAD, content.id(), form.value("device"));
        try {
            commands.order(viewer, folder.isEmpty() ? order : order.in(folder));
        } catch (CatalogException refused) {
            return page(exchange, 422, form, messages.text(refused));
        }
        return new Reply.SeeOther(LocalPath.noticed("/datasets/" + exchange.id(), "getting"));
    }

    /** The machine itself looks again what its owner opened. */
    private void check(Form form, String viewer) {
        String folder = form.value("folder");
        List<String> opened = DeviceLines.named(DeviceLines.of(catalog.machines().devices(), viewer,
                clock.instant()), form.value("device")).map(DeviceLine::folders)
                .orElse(List.of());
        if (!folder.isEmpty() && !DevicePath.acceptable(folder)) {
            form.error("folder", messages.text("publish.path.wrong"));
        } else if (!folder.isEmpty() && !DevicePath.inAny(folder, opened)) {
            form.error("folder", messages.text("publish.path.closed"));
        }
    }

    /** Whether the machine's download folder has room for what is missing there, as far as that is known. */
    private void checkRoom(Content content, Form form, String viewer) {
        if (!form.value("folder").isEmpty() || form.has("anyway", "yes")) {
            return;
        }
        catalog.machines().devices().of(viewer).stream()
                .filter(device -> device.id().equals(form.value("device"))
                        && device.freeBytes() > 0
                        && device.freeBytes() < missing(content, device.id(), viewer))
                .forEach(device -> form.error("device", messages.text("dataset.get.noroom",
                        device.name(), messages.size(device.freeBytes()),
                        messages.size(missing(content, device.id(), viewer)))));
    }

    /** Bytes that are not on the machine yet. */
    private long missing(Content content, String deviceId, String viewer) {
        return catalog.sharing().swarms().complete(content.id(), viewer).contains(deviceId)
                ? 0
                : catalog.sharing().swarms().lacking(content.id()).getOrDefault(deviceId,
                        content.totalLength());
    }

    private Reply page(Exchange exchange, int status, Form form, String error) {
        String reader = exchange.viewer().id();
        Content content = tabs.content(exchange);
        Optional<Manifest> manifest = manifests.of(reader, content);
        Set<String> complete = catalog.sharing().swarms().complete(content.id(), reader);
        var view = new DatasetView(tabs.head(exchange, content, "overview"),
                AudienceLabels.audience(messages, content,
                        catalog.datasets().contents().sharedWith(reader, content.id())),
                content.infoHash(), content.copies(), manifest.map(DatasetPages::outermost),
                newer(reader, content.id()), machines(reader, complete), complete,
                transfers(reader, content),
                notices(reader, content), stock.of(content, manifest),
                "gridjet://" + pagesUrl.getRawAuthority() + "/" + content.id() + "/",
                content.infoHash().map(_ -> cite(works.of(reader, content))));
        return new Reply.Html(status, "dataset",
                Map.of("view", view, "form", form, "error", error));
    }

    /** What strangers see of what is everybody's. */
    private Reply landing(Exchange exchange) {
        String reader = tabs.reader(exchange);
        Content content = tabs.content(exchange);
        Citable work = works.of(reader, content);
        return Reply.html("landing", Map.of("view", new LandingView(Rows.dataset(content),
                work.creators().stream().map(Creator::name).toList(),
                work.metadata().licence(), content.nonPrivate(), newer(reader, content.id()),
                stock.of(content, manifests.of(reader, content)), cite(work))));
    }

    /** The latest version that is published, when this is an older one. */
    private Optional<DatasetView.Newer> newer(String reader, String contentId) {
        return catalog.datasets().versions().successor(reader, contentId).map(DatasetPages::newer);
    }

    private static DatasetView.Newer newer(Version version) {
        return new DatasetView.Newer(version.content().id(), version.number());
    }

    private static FileTree.Page outermost(Manifest manifest) {
        return manifest.files().folder("", 1).orElseThrow();
    }

    private static Cite cite(Citable work) {
        return new Cite(Citation.text(work), Citation.bibtex(work), Citation.ris(work),
                SchemaOrg.json(work));
    }

    private List<CopyNotice> notices(String reader, Content content) {
        return content.ownerId().equals(reader)
                ? catalog.sharing().copies().of(reader, content.id()).map(CopyStatus::notices)
                        .orElse(List.of())
                : List.of();
    }

    /** Those that would begin at once come first, those that have it already last. */
    private List<DeviceLine> machines(String reader, Set<String> complete) {
        Instant now = clock.instant();
        return catalog.machines().devices().of(reader).stream()
                .map(device -> Rows.machine(device, now))
                .sorted(Comparator.<DeviceLine, Boolean>comparing(m -> complete.contains(m.id()))
                        .thenComparing(m -> !m.state().equals("online")))
                .toList();
    }

    /** Those under way; of what failed to be published, the try that was the last. */
    private List<TransferLine> transfers(String reader, Content content) {
        Stream<Task> all = catalog.work().tasks().of(reader, content.id()).stream();
        return (content.state() == Content.State.FAILED
                ? all.limit(1)
                : all.filter(task -> !task.state().isFinal())).map(TransferLine::of).toList();
    }
}

package org.gridtorrent.ccm.page;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.CatalogException;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.Content.SharedWith;
import org.gridtorrent.ccm.view.DatasetView;
import org.gridtorrent.ccm.view.DatasetView.FileLine;
import org.gridtorrent.ccm.view.MachineLine;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.view.TransferLine;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.OrderLog;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** A data set's page, and getting it. */
public final class DatasetPages {
    private static final int FILES_PER_PAGE = 50;
    private static final int MOST_TASKS = 200;

    private final Catalog catalog;
    private final FileLists files;
    private final CopyPages copies;
    private final OrderLog orders;
    private final Messages messages;
    private final InstantSource clock;

    public DatasetPages(Catalog catalog, OrderLog orders, Messages messages,
            InstantSource clock) {
        this.catalog = catalog;
        this.files = new FileLists(catalog.contents());
        this.copies = new CopyPages(catalog, orders, messages);
        this.orders = orders;
        this.messages = messages;
        this.clock = clock;
    }

    public Reply show(Exchange exchange) {
        return page(exchange, 200, "");
    }

    public Reply get(Exchange exchange) {
        String viewer = exchange.viewer().id();
        String device = exchange.parameter("device");
        try {
            orders.task(viewer, "order", catalog.tasks()
                    .requestDownload(viewer, exchange.id(), device)
                    .orElseThrow(Refusal::notFound));
        } catch (CatalogException refused) {
            return page(exchange, 422, refused.getMessage());
        }
        return new Reply.SeeOther(LocalPath.noticed("/datasets/" + exchange.id(), "getting"));
    }

    public Reply keep(Exchange exchange) {
        return copies.keep(exchange, error -> page(exchange, 422, error));
    }

    private Reply page(Exchange exchange, int status, String error) {
        String reader = exchange.viewer().id();
        Content content = catalog.contents().find(reader, exchange.id())
                .orElseThrow(Refusal::notFound);
        List<FileLine> all = files.of(reader, content);
        int pages = Math.max(1, (all.size() + FILES_PER_PAGE - 1) / FILES_PER_PAGE);
        int page = Math.min(exchange.page(), pages);
        List<FileLine> shown = all.subList((page - 1) * FILES_PER_PAGE,
                Math.min(all.size(), page * FILES_PER_PAGE));
        Set<String> complete = catalog.swarms().complete(content.id(), reader);
        var view = new DatasetView(Rows.dataset(content), ownerFullName(content),
                audience(reader, content), content.infoHash(), content.copies(),
                content.ownerId().equals(reader), shown, page, pages,
                machines(reader, complete), complete,
                transfers(reader, content.id()), copies.view(reader, content));
        return new Reply.Html(status, "dataset", Map.of("view", view, "error", error));
    }

    private String ownerFullName(Content content) {
        return catalog.accounts().find(content.ownerId()).map(Account::fullName)
                .orElse(content.ownerName());
    }

    /** Who may have it, in words; names of groups and people only for the owner. */
    private String audience(String reader, Content content) {
        Optional<SharedWith> shared = catalog.contents().sharedWith(reader, content.id());
        return switch (content.access()) {
            case PUBLIC -> messages.text("audience.public");
            case GROUP -> shared.map(with -> messages.text("audience.group",
                    String.join(", ", with.groupNames())))
                    .orElseGet(() -> messages.text("audience.group.some"));
            case USER -> shared.map(this::people)
                    .orElseGet(() -> messages.text("audience.user.you"));
        };
    }

    private String people(SharedWith with) {
        return with.accountNames().isEmpty()
                ? messages.text("audience.user.nobody")
                : messages.text("audience.user.owner", String.join(", ", with.accountNames()));
    }

    /** Those that would begin at once come first, those that have it already last. */
    private List<MachineLine> machines(String reader, Set<String> complete) {
        Instant now = clock.instant();
        return catalog.devices().of(reader).stream().map(device -> Rows.machine(device, now))
                .sorted(Comparator.<MachineLine, Boolean>comparing(m -> complete.contains(m.id()))
                        .thenComparing(m -> !m.state().equals("online")))
                .toList();
    }

    private List<TransferLine> transfers(String reader, String contentId) {
        return catalog.tasks().of(reader, MOST_TASKS).stream()
                .filter(task -> task.contentId().equals(contentId) && !task.state().isFinal())
                .map(Rows::transfer).toList();
    }
}

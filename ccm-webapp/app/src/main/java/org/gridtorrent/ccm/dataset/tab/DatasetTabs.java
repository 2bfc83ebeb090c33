package org.gridtorrent.ccm.dataset.tab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.dataset.Tombstones.Tombstone;
import org.gridtorrent.ccm.dataset.file.Downloads;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Rows;

/** What the tabs of a data set's page have in common. */
public final class DatasetTabs {
    private final Catalog catalog;
    private final Downloads downloads;
    private final Messages messages;
    private final boolean world;

    /** @param world whether strangers may see what is everybody's */
    public DatasetTabs(Catalog catalog, Downloads downloads, Messages messages, boolean world) {
        this.catalog = catalog;
        this.downloads = downloads;
        this.messages = messages;
        this.world = world;
    }

    /** As whom the visitor reads. Strangers are refused where the site is not open to them. */
    public String reader(Exchange exchange) {
        return world && exchange.knownViewer().isEmpty()
                ? Contents.ANYBODY
                : exchange.viewer().id();
    }

    /** The data set of the address, when the visitor may know of it. */
    public Content content(Exchange exchange) {
        return catalog.datasets().contents().find(reader(exchange), exchange.id())
                .orElseThrow(() -> missing(exchange));
    }

    /** Nothing is told of it, unless it was withdrawn and the viewer could see it before. */
    public Refusal missing(Exchange exchange) {
        return tombstone(exchange).map(_ -> Refusal.of(410, messages.text("error.410.text")))
                .orElseGet(Refusal::notFound);
    }

    /** What is left of it, for those who could see it before it was withdrawn. */
    public Optional<Tombstone> tombstone(Exchange exchange) {
        return catalog.datasets().tombstones().find(reader(exchange), exchange.id());
    }

    /** The same, when it is the viewer's; others who may know of it are told why not. */
    public Content owned(Exchange exchange, String whyNot) {
        Content content = content(exchange);
        if (!content.ownerId().equals(exchange.viewer().id())) {
            throw Refusal.of(403, whyNot);
        }
        return content;
    }

    public DatasetHead head(Exchange exchange, Content content, String tab) {
        boolean mine = content.ownerId().equals(exchange.viewer().id());
        List<String> tabs = new ArrayList<>(
                List.of("overview", "files", "metadata", "versions", "copies", "access"));
        if (mine) {
            tabs.add("activity");
        }
        return new DatasetHead(Rows.dataset(content), owner(content), mine, tab,
                List.copyOf(tabs), downloads.offers(content), content.nonPrivate());
    }

    /** The owner's full name. */
    String owner(Content content) {
        return catalog.identity().accounts().find(content.ownerId()).map(Account::fullName)
                .orElse(content.ownerName());
    }
}

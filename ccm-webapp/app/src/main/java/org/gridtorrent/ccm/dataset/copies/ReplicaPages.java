package org.gridtorrent.ccm.dataset.copies;

import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.replica.Replicas;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.OrderLog;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** Forms by which a data set's owner changes its replicas; they are on the tab of {@link CopyPages}. */
public final class ReplicaPages {
    private static final String URL = "url";
    private static final String REPLICA = "replica";

    private final Replicas replicas;
    private final DatasetTabs tabs;
    private final CopyPages copies;
    private final OrderLog orders;
    private final Messages messages;

    public ReplicaPages(Replicas replicas, DatasetTabs tabs, CopyPages copies, OrderLog orders,
            Messages messages) {
        this.replicas = replicas;
        this.tabs = tabs;
        this.copies = copies;
        this.orders = orders;
        this.messages = messages;
    }

    public Reply add(Exchange exchange) {
        Content content = owned(exchange);
        Form form = exchange.form();
        try {
            require(replicas.add(content.ownerId(), content.id(), form.value(URL)).isPresent());
        } catch (CatalogException refused) {
            form.error(URL, messages.text(refused));
            return copies.refused(exchange, form);
        }
        return done(content, "add", "replica-added");
    }

    public Reply remove(Exchange exchange) {
        Content content = owned(exchange);
        require(replicas.remove(content.ownerId(), content.id(), exchange.parameter(REPLICA)));
        return done(content, "remove", "replica-removed");
    }

    public Reply checkAgain(Exchange exchange) {
        Content content = owned(exchange);
        require(replicas.checkAgain(content.ownerId(), content.id(),
                exchange.parameter(REPLICA)));
        return done(content, "check", "replica-check");
    }

    private Content owned(Exchange exchange) {
        return tabs.owned(exchange, messages.text("replicas.owner"));
    }

    private static void require(boolean found) {
        if (!found) {
            throw Refusal.notFound();
        }
    }

    private Reply done(Content content, String verb, String notice) {
        orders.replica(content.ownerId(), verb, content.id());
        return new Reply.SeeOther(
                LocalPath.noticed("/datasets/" + content.id() + "/copies", notice));
    }
}

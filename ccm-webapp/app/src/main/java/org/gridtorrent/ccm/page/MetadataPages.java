package org.gridtorrent.ccm.page;

import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.CatalogException;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** What a data set says about itself, changed by its owner. */
public final class MetadataPages {
    private final Catalog catalog;
    private final MetadataForm fields;
    private final Messages messages;

    public MetadataPages(Catalog catalog, Messages messages) {
        this.catalog = catalog;
        this.fields = new MetadataForm(messages);
        this.messages = messages;
    }

    public Reply form(Exchange exchange) {
        Content content = owned(exchange);
        Metadata metadata = catalog.descriptions().of(content.ownerId(), content.id())
                .orElseThrow(Refusal::notFound).metadata();
        return page(200, content,
                MetadataForm.shown(content.title(), content.description(), metadata));
    }

    public Reply change(Exchange exchange) {
        Content content = owned(exchange);
        Form form = exchange.form();
        Metadata metadata = fields.read(form);
        if (form.ok()) {
            try {
                catalog.descriptions().change(content.ownerId(), content.id(),
                        form.value("title"), form.value("description"), metadata);
                return new Reply.SeeOther(
                        LocalPath.noticed("/datasets/" + content.id() + "/metadata", "described"));
            } catch (CatalogException refused) {
                form.error("", messages.text(refused));
            }
        }
        return page(422, content, form);
    }

    private Content owned(Exchange exchange) {
        String viewer = exchange.viewer().id();
        Content content = catalog.contents().find(viewer, exchange.id())
                .orElseThrow(Refusal::notFound);
        if (!content.ownerId().equals(viewer)) {
            throw Refusal.of(403, messages.text("metadata.owner"));
        }
        return content;
    }

    private static Reply page(int status, Content content, Form form) {
        return new Reply.Html(status, "edit",
                Map.of("line", Rows.dataset(content), "form", form));
    }
}

package org.gridtorrent.ccm.page;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.CatalogException;
import org.gridtorrent.catalog.Content.Draft;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Contents.Published;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.ccm.people.Picker;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.MachineLine;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.view.PublishView;
import org.gridtorrent.ccm.view.Viewer;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.OrderLog;
import org.gridtorrent.ccm.web.Reply;

/** Publishing: what, where it is, who may have it. */
public final class PublishPages {
    private final Catalog catalog;
    private final OrderLog orders;
    private final Audience audience;
    private final MetadataForm fields;
    private final Messages messages;
    private final InstantSource clock;

    public PublishPages(Catalog catalog, OrderLog orders, Messages messages,
            InstantSource clock) {
        this.catalog = catalog;
        this.orders = orders;
        this.audience = new Audience(catalog, messages);
        this.fields = new MetadataForm(messages);
        this.messages = messages;
        this.clock = clock;
    }

    public Reply form(Exchange exchange) {
        Form form = Form.filled(Map.of("access", "public"));
        return page(200, exchange, form, exchange.parameter("device"));
    }

    /** The folders of the machine just chosen. */
    public Reply folders(Exchange exchange) {
        Optional<MachineLine> machine = chosen(machines(exchange.viewer()),
                exchange.parameter("device"));
        return Reply.html("part/folders", Map.of("form", Form.empty(), "machine", machine));
    }

    public Reply publish(Exchange exchange) {
        Form form = exchange.form();
        Viewer viewer = exchange.viewer();
        if (Picker.isSearch(form)) {
            return page(200, exchange, form, form.value("device"));
        }
        Metadata metadata = fields.read(form);
        String path = checkPlace(form, machines(viewer));
        Optional<Grants> grants = audience.grants(form, viewer);
        if (form.ok() && grants.isPresent()) {
            try {
                Published published = catalog.contents().publish(new Draft(viewer.id(),
                        form.value("title"), form.value("description"), grants.get(),
                        form.value("device"), path), metadata);
                orders.task(viewer.id(), "order", published.task());
                return new Reply.SeeOther(LocalPath
                        .noticed("/datasets/" + published.content().id(), "published"));
            } catch (CatalogException refused) {
                form.error("", refused.getMessage());
            }
        }
        return page(422, exchange, form, form.value("device"));
    }

    /** The path typed, else the folder picked. */
    private String checkPlace(Form form, List<MachineLine> machines) {
        String path = form.value("path").isEmpty() ? form.value("folder") : form.value("path");
        Optional<MachineLine> machine = machines.stream()
                .filter(one -> one.id().equals(form.value("device"))).findFirst();
        if (machine.isEmpty()) {
            form.error("device", messages.text("publish.device.wrong"));
        }
        if (path.isEmpty()) {
            form.error("path", messages.text("publish.path.none"));
        } else if (!DevicePath.acceptable(path)) {
            form.error("path", messages.text("publish.path.wrong"));
        } else if (machine.isPresent() && !DevicePath.inAny(path, machine.get().folders())) {
            form.error("path", messages.text("publish.path.closed"));
        }
        return path;
    }

    private Reply page(int status, Exchange exchange, Form form, String device) {
        Viewer viewer = exchange.viewer();
        List<MachineLine> machines = machines(viewer);
        var view = new PublishView(machines, chosen(machines, device),
                audience.view(form, viewer));
        return new Reply.Html(status, "publish", Map.of("form", form, "view", view));
    }

    private List<MachineLine> machines(Viewer viewer) {
        Instant now = clock.instant();
        return catalog.devices().of(viewer.id()).stream()
                .map(device -> Rows.machine(device, now)).toList();
    }

    /** The machine asked for; else one with folders to publish; else the first. */
    private static Optional<MachineLine> chosen(List<MachineLine> machines, String device) {
        return machines.stream().filter(machine -> machine.id().equals(device)).findFirst()
                .or(() -> machines.stream().filter(one -> !one.folders().isEmpty()).findFirst())
                .or(() -> machines.stream().findFirst());
    }
}

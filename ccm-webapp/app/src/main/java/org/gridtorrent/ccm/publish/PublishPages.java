package org.gridtorrent.ccm.publish;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.copy.CopyRule;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.Terms;
import org.gridtorrent.catalog.dataset.Drafts;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.ccm.command.DatasetCommands;
import org.gridtorrent.ccm.dataset.MetadataForm;
import org.gridtorrent.ccm.dataset.access.Audience;
import org.gridtorrent.ccm.dataset.access.AudienceView;
import org.gridtorrent.ccm.device.BrowsePurpose;
import org.gridtorrent.ccm.device.DeviceLines;
import org.gridtorrent.ccm.device.DevicePath;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.people.picker.GroupLine;
import org.gridtorrent.ccm.people.picker.PersonPicker;
import org.gridtorrent.ccm.ui.DeviceLine;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Viewer;

/** Publishing: what, where it is, who may have it. */
public final class PublishPages {
    private static final String KEY = PublishDrafts.KEY;

    private final Catalog catalog;
    private final DatasetCommands commands;
    private final Audience audience;
    private final MetadataForm fields;
    private final PublishDrafts drafts;
    private final Messages messages;
    private final boolean open;
    private final InstantSource clock;

    /** @param open whether the site is open to the world, so that torrents need not be private */
    public PublishPages(Catalog catalog, DatasetCommands commands, Messages messages, boolean open,
            InstantSource clock) {
        this.catalog = catalog;
        this.commands = commands;
        this.audience = new Audience(catalog, messages);
        this.fields = new MetadataForm(messages);
        this.drafts = new PublishDrafts(catalog.datasets().drafts());
        this.messages = messages;
        this.open = open;
        this.clock = clock;
    }

    /** A new one, or one that was begun; at the place that was chosen, if one was. */
    public Reply form(Exchange exchange) {
        String viewer = exchange.viewer().id();
        Optional<Form> begun = drafts.find(viewer, exchange.parameter("draft"));
        Map<String, List<String>> fields = new LinkedHashMap<>(begun.map(Form::fields)
                .orElseGet(() -> Map.of(KEY, List.of(UUID.randomUUID().toString()))));
        String path = exchange.parameter("path");
        if (!path.isEmpty()) {
            fields.remove("folder");
            fields.put("path", List.of(path));
            fields.put("device", List.of(exchange.parameter("device")));
            if (new Form(fields).value("title").isEmpty()) {
                fields.put("title", List.of(DevicePath.name(path)));
            }
        }
        Form form = new Form(fields);
        this.fields.checkLength(form);
        return page(200, exchange, form, exchange.parameter("device").isEmpty()
                ? form.value("device")
                : exchange.parameter("device"), begun.isPresent() ? List.of() : drafts.of(viewer));
    }

    /** The folders of the machine just chosen. */
    public Reply folders(Exchange exchange) {
        Optional<DeviceLine> machine = DeviceLines.chosen(machines(exchange.viewer()),
                exchange.parameter("device"));
        return Reply.html("part/folders", Map.of("form", Form.empty(), "machine", machine));
    }

    public Reply publish(Exchange exchange) {
        Form form = exchange.form();
        Viewer viewer = exchange.viewer();
        boolean kept = drafts.keep(viewer.id(), form);
        if (PersonPicker.isSearch(form)) {
            return page(200, exchange, form, form.value("device"));
        }
        if (form.has("do", "save")) {
            return new Reply.SeeOther(LocalPath.noticed("/my-data",
                    kept ? "draft-kept" : "draft-not-kept"));
        }
        return switch (form.value("do")) {
            case "change" -> kept
                    ? new Reply.SeeOther("/publish?draft=" + encodedKey(form))
                    : page(200, exchange, form, form.value("device"));
            // At an address of its own, so that one comes back to it.
            case "review" -> kept && read(form, viewer).isPresent()
                    ? new Reply.SeeOther("/publish/review?draft=" + encodedKey(form))
                    : review(exchange, form);
            default -> read(form, viewer).map(read -> publish(exchange, form, read))
                    .orElseGet(() -> page(422, exchange, form, form.value("device")));
        };
    }

    /** All of a draft once more, before it is done; of one that was published, that data set. */
    public Reply review(Exchange exchange) {
        String viewer = exchange.viewer().id();
        String key = exchange.parameter("draft");
        return drafts.find(viewer, key).map(form -> review(exchange, form))
                .orElseGet(() -> new Reply.SeeOther(
                        catalog.datasets().publishing().published(viewer, key)
                                .map(id -> "/datasets/" + id).orElse("/publish")));
    }

    /** The fields are not seen there. */
    private Reply review(Exchange exchange, Form form) {
        Viewer viewer = exchange.viewer();
        Optional<Read> read = read(form, viewer);
        Optional<DeviceLine> machine = DeviceLines.named(machines(viewer), form.value("device"));
        if (read.isEmpty() || machine.isEmpty()) {
            return page(422, exchange, form, form.value("device"));
        }
        return Reply.html("review", Map.of("form", form, "machine", machine.get(),
                "path", read.get().draft().folder(), "names", names(form, viewer), "terms",
                read.get().terms(), "creators", read.get().metadata().creators()));
    }

    private String names(Form form, Viewer viewer) {
        return switch (form.value("access").toLowerCase(Locale.ROOT)) {
            case "group" -> {
                AudienceView who = audience.view(form, viewer);
                yield who.groups().stream().filter(line -> who.chosen().contains(line.id()))
                        .map(GroupLine::name).collect(Collectors.joining(", "));
            }
            case "user" -> String.join(", ", form.all("users"));
            default -> "";
        };
    }

    /** The form as the catalog takes it. */
    private record Read(Draft draft, Metadata metadata, Terms terms) {}

    /** Empty when something is wrong, which the form then says. */
    private Optional<Read> read(Form form, Viewer viewer) {
        Metadata metadata = fields.read(form);
        String path = checkPlace(form, machines(viewer));
        Optional<Grants> grants = audience.grants(form, viewer);
        Terms terms = terms(form);
        return grants.filter(_ -> form.ok())
                .map(to -> new Read(new Draft(viewer.id(), form.value("title"),
                        form.value("description"), to, form.value("device"), path), metadata,
                        terms));
    }

    private static String encodedKey(Form form) {
        return URLEncoder.encode(form.value(KEY), StandardCharsets.UTF_8);
    }

    private Reply publish(Exchange exchange, Form form, Read read) {
        try {
            Published published = commands.publish(read.draft(),
                    read.metadata(),
                    read.terms(), Optional.of(form.value(KEY)).filter(key -> !key.isEmpty()));
            return new Reply.SeeOther(LocalPath
                    .noticed("/datasets/" + published.content().id(), "published"));
        } catch (CatalogException refused) {
            form.error("", messages.text(refused));
            return page(422, exchange, form, form.value("device"));
        }
    }

    /** A day's end is meant, in UTC. */
    private Terms terms(Form form) {
        Optional<Instant> ends = Optional.empty();
        String day = form.value("ends");
        if (!day.isEmpty() && !form.value("access").equalsIgnoreCase("public")) {
            try {
                ends = Optional.of(LocalDate.parse(day).plusDays(1).atStartOfDay(ZoneOffset.UTC)
                        .toInstant());
                form.check("ends", _ -> LocalDate.parse(day).plusDays(1)
                        .atStartOfDay(ZoneOffset.UTC).toInstant().isAfter(clock.instant()),
                        messages.text("publish.ends.over"));
            } catch (DateTimeException noDay) {
                form.error("ends", messages.text("publish.ends.wrong"));
            }
        }
        int copies = form.count("copies");
        int alwaysOn = form.count("alwaysOn");
        if (copies < 0 || copies > CopyRule.MOST || alwaysOn < 0 || alwaysOn > copies) {
            form.error("copies", messages.text("publish.copies.wrong"));
        }
        return new Terms(ends, copies, alwaysOn, nonPrivate(form));
    }

    /** Chosen for everyone alone, as the end is for others alone. */
    private boolean nonPrivate(Form form) {
        boolean chosen = form.has("nonPrivate", "yes")
                && form.value("access").equalsIgnoreCase("public");
        if (chosen && !open) {
            form.error("", messages.text("publish.nonprivate.closed"));
        }
        return chosen;
    }

    /** The path typed, else the folder picked. */
    private String checkPlace(Form form, List<DeviceLine> machines) {
        String path = form.value("path").isEmpty() ? form.value("folder") : form.value("path");
        Optional<DeviceLine> machine = DeviceLines.named(machines, form.value("device"));
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
        return page(status, exchange, form, device, List.of());
    }

    private Reply page(int status, Exchange exchange, Form form, String device,
            List<Drafts.Draft> others) {
        Viewer viewer = exchange.viewer();
        List<DeviceLine> machines = machines(viewer);
        Optional<DeviceLine> machine = DeviceLines.chosen(machines, device);
        boolean placed = machine.isPresent() && form.error("device").isEmpty()
                && form.error("path").isEmpty()
                && DevicePath.inAny(form.value("path"), machine.get().folders());
        var view = new PublishView(machines, machine, placed, audience.view(form, viewer),
                BrowsePurpose.publishing(form.value(KEY)), others, open);
        return new Reply.Html(status, "publish", Map.of("form", form, "view", view));
    }

    private List<DeviceLine> machines(Viewer viewer) {
        return DeviceLines.of(catalog.machines().devices(), viewer.id(), clock.instant());
    }
}

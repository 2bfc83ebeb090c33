package org.gridtorrent.ccm.device;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.copy.Copies;
import org.gridtorrent.catalog.copy.Copies.Held;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.DeviceLimits;
import org.gridtorrent.catalog.device.DeviceLimits.Limits;
import org.gridtorrent.catalog.device.Devices;
import org.gridtorrent.ccm.command.DeviceCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.DeviceLine;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Rows;
import org.gridtorrent.identity.EnrolmentCode;

/** One's machines: the list, a code to add one, and what can be set for each. */
public final class DevicePages {
    private final Devices devices;
    private final Copies copies;
    private final DeviceLimits limits;
    private final DeviceCommands commands;
    private final Messages messages;
    private final URI pagesUrl;
    private final X509Certificate caCertificate;
    private final InstantSource clock;

    public DevicePages(Catalog catalog, DeviceCommands commands, Messages messages, URI pagesUrl,
            X509Certificate caCertificate, InstantSource clock) {
        this.devices = catalog.machines().devices();
        this.copies = catalog.sharing().copies();
        this.limits = catalog.machines().limits();
        this.commands = commands;
        this.messages = messages;
        this.pagesUrl = pagesUrl;
        this.caCertificate = caCertificate;
        this.clock = clock;
    }

    public Reply list(Exchange exchange) {
        return page(exchange, Optional.empty());
    }

    /** Shows the code in the answer itself: only its hash is kept, so it is seen this once. */
    public Reply newCode(Exchange exchange) {
        EnrolmentCode code = devices.createEnrolmentCode(exchange.viewer().id(), caCertificate);
        return page(exchange, Optional.of("gridtorrent enrol " + pagesUrl + " " + code.text()));
    }

    public Reply withdraw(Exchange exchange) {
        commands.withdraw(exchange.viewer().id(), exchange.id());
        return new Reply.SeeOther(LocalPath.noticed("/machines", "withdrawn"));
    }

    public Reply show(Exchange exchange) {
        Limits set = limits.of(exchange.id());
        return machine(exchange, 200, WeeklySchedule.of(set.upload()),
                WeeklySchedule.of(set.download()), "");
    }

    /** Replaces the machine's limits; its client follows within seconds. */
    public Reply limit(Exchange exchange) {
        Form form = exchange.form();
        WeeklySchedule upload = WeeklySchedule.of(form, "up");
        WeeklySchedule download = WeeklySchedule.of(form, "down");
        if (!upload.isRight() || !download.isRight()) {
            return machine(exchange, 422, upload, download, messages.text("machine.limits.wrong"));
        }
        commands.limit(exchange.viewer().id(), exchange.id(),
                new Limits(upload.text(), download.text()));
        return new Reply.SeeOther(LocalPath.noticed("/machines/" + exchange.id(), "limited"));
    }

    private Reply machine(Exchange exchange, int status, WeeklySchedule upload,
            WeeklySchedule download,
            String error) {
        Device device = devices.of(exchange.viewer().id()).stream()
                .filter(one -> one.id().equals(exchange.id())).findFirst()
                .orElseThrow(Refusal::notFound);
        Held held = copies.heldBy(device.id());
        return new Reply.Html(status, "machine", Map.of("view",
                new DeviceView(Rows.machine(device, clock.instant()), held.count(), held.bytes(),
                        held.byRule(), copies.onlyOn(device.id()), upload, download),
                "error", error));
    }

    private Reply page(Exchange exchange, Optional<String> command) {
        Instant now = clock.instant();
        List<DeviceLine> machines = devices.of(exchange.viewer().id()).stream()
                .map(device -> Rows.machine(device, now)).toList();
        Map<String, Integer> last = machines.stream().collect(
                Collectors.toMap(DeviceLine::id, machine -> copies.onlyOn(machine.id())));
        return Reply.html("machines",
                Map.of("machines", machines, "command", command, "last", last));
    }
}

package org.gridtorrent.ccm.page;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.Copies;
import org.gridtorrent.catalog.Devices;
import org.gridtorrent.ccm.view.MachineLine;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;
import org.gridtorrent.identity.EnrolmentCode;

/** One's machines: the list, a code to add one, and withdrawing one. */
public final class MachinePages {
    private final Devices devices;
    private final Copies copies;
    private final URI pagesUrl;
    private final X509Certificate caCertificate;
    private final InstantSource clock;

    public MachinePages(Devices devices, Copies copies, URI pagesUrl, X509Certificate caCertificate,
            InstantSource clock) {
        this.devices = devices;
        this.copies = copies;
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
        if (!devices.withdraw(exchange.viewer().id(), exchange.id())) {
            throw Refusal.notFound();
        }
        return new Reply.SeeOther(LocalPath.noticed("/machines", "withdrawn"));
    }

    private Reply page(Exchange exchange, Optional<String> command) {
        Instant now = clock.instant();
        List<MachineLine> machines = devices.of(exchange.viewer().id()).stream()
                .map(device -> Rows.machine(device, now)).toList();
        Map<String, Integer> last = machines.stream().collect(
                Collectors.toMap(MachineLine::id, machine -> copies.onlyOn(machine.id())));
        return Reply.html("machines",
                Map.of("machines", machines, "command", command, "last", last));
    }
}

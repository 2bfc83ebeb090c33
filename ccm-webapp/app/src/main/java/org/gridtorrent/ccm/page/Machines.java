package org.gridtorrent.ccm.page;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.device.Devices;
import org.gridtorrent.ccm.view.MachineLine;

/** One's machines, to choose one from whose folder is published. */
public final class Machines {
    private Machines() {}

    public static List<MachineLine> of(Devices devices, String accountId, Instant now) {
        return devices.of(accountId).stream().map(device -> Rows.machine(device, now)).toList();
    }

    /** The machine asked for; else one with folders to publish; else the first. */
    public static Optional<MachineLine> chosen(List<MachineLine> machines, String device) {
        return named(machines, device)
                .or(() -> machines.stream().filter(one -> !one.folders().isEmpty()).findFirst())
                .or(() -> machines.stream().findFirst());
    }

    public static Optional<MachineLine> named(List<MachineLine> machines, String device) {
        return machines.stream().filter(machine -> machine.id().equals(device)).findFirst();
    }
}

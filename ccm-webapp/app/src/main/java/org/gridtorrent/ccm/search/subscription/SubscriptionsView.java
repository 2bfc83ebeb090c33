package org.gridtorrent.ccm.search.subscription;

import java.time.Instant;
import java.util.List;
import org.gridtorrent.ccm.ui.DeviceLine;

/** What somebody subscribes to, and the machines that may get it at once. */
public record SubscriptionsView(List<Line> lines, List<DeviceLine> machines) {

    /**
     * A subscription.
     *
     * @param path what it is about; empty for what may not be seen any more
     * @param device the machine's id; empty for none
     */
    public record Line(String id, String kind, String name, String path, String device,
            Instant created) {}
}

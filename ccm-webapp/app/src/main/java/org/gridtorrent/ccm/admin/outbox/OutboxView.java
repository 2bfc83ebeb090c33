package org.gridtorrent.ccm.admin.outbox;

import java.time.Instant;
import java.util.List;

/** Mails and what became of them, the youngest first. */
public record OutboxView(List<Line> lines, int page, boolean more) {

    /**
     * A mail.
     *
     * @param address empty where it is looked up later
     * @param problem what the mail server said, or why it was not reached
     */
    public record Line(Instant at, String kind, String address, String state, String problem) {}

    public boolean waits() {
        return lines.stream().anyMatch(line -> line.state().equals("waiting"));
    }
}

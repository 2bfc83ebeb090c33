package org.gridtorrent.standalone;

import java.time.Duration;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Durations;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Option;

/** Where {@code run} is told how long the rules for copies wait. */
final class CopyOptions {
    @Option(names = "--copy-lost", paramLabel = "4d", converter = Durations.class, description = "A copy on a machine silent for longer is made elsewhere (default: 4d). "
            + "All nodes of a site have to be told the same waits.")
    private Duration lost = CopyWaits.USUAL.lost();

    @Option(names = "--copy-lost-always-on", paramLabel = "12h", converter = Durations.class, description = "And does not count as one on a machine that is always on (default: 12h).")
    private Duration lostAlwaysOn = CopyWaits.USUAL.lostAlwaysOn();

    @Option(names = "--copy-patience", paramLabel = "12h", converter = Durations.class, description = "A copy on its way to a machine silent for longer goes to another one "
            + "(default: 12h).")
    private Duration patience = CopyWaits.USUAL.patience();

    @Option(names = "--copy-proven", paramLabel = "14d", converter = Durations.class, description = "After this time a machine that had been given up and came back is relied "
            + "on: the copy made in place of its own is withdrawn (default: 14d).")
    private Duration proven = CopyWaits.USUAL.proven();

    @Option(names = "--copy-verify", paramLabel = "30d", converter = Durations.class, description = "Copies under a rule are hashed again when they were last hashed longer ago "
            + "(default: 30d).")
    private Duration verifyEvery = CopyWaits.USUAL.verifyEvery();

    @Option(names = "--copy-unreachable", paramLabel = "1d", converter = Durations.class, description = "A copy on a machine silent for longer cannot be reached: its owner is told "
            + "when few are left (default: 1d).")
    private Duration unreachable = CopyWaits.USUAL.unreachable();

    CopyWaits waits() {
        try {
            return new CopyWaits(lost, lostAlwaysOn, patience, proven, verifyEvery, unreachable);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE, "--" + e.getMessage(), e);
        }
    }
}

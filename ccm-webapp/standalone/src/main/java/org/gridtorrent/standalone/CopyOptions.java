package org.gridtorrent.standalone;

import java.time.Duration;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Durations;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Option;

/** Where {@code run} is told how long the rules for copies wait. */
final class CopyOptions {
    @Option(names = "--copy-lost", paramLabel = "4d", converter = Durations.class, description = "Time after which a copy on a silent machine is replaced (default: 4d). All nodes of "
            + "a site need the same values.")
    private Duration lost = CopyWaits.USUAL.lost();

    @Option(names = "--copy-lost-always-on", paramLabel = "12h", converter = Durations.class, description = "Time after which a silent machine no longer counts as always on (default: 12h).")
    private Duration lostAlwaysOn = CopyWaits.USUAL.lostAlwaysOn();

    @Option(names = "--copy-patience", paramLabel = "12h", converter = Durations.class, description = "Time after which an unfinished copy on a silent machine is moved to another machine "
            + "(default: 12h).")
    private Duration patience = CopyWaits.USUAL.patience();

    @Option(names = "--copy-proven", paramLabel = "14d", converter = Durations.class, description = "Time after which a machine that came back is trusted again, and the replacement copy "
            + "is removed (default: 14d).")
    private Duration proven = CopyWaits.USUAL.proven();

    @Option(names = "--copy-verify", paramLabel = "30d", converter = Durations.class, description = "Interval at which copies under a rule are verified again (default: 30d).")
    private Duration verifyEvery = CopyWaits.USUAL.verifyEvery();

    @Option(names = "--copy-unreachable", paramLabel = "1d", converter = Durations.class, description = "Time after which a copy on a silent machine counts as unreachable. The owner is "
            + "warned when few copies are left (default: 1d).")
    private Duration unreachable = CopyWaits.USUAL.unreachable();

    CopyWaits waits() {
        try {
            return new CopyWaits(lost, lostAlwaysOn, patience, proven, verifyEvery, unreachable);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitStatus.WRONG_USAGE, "--" + e.getMessage(), e);
        }
    }
}

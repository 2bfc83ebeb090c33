package org.gridtorrent.ccm.dataset.copies;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.copy.CopyNotice;
import org.gridtorrent.ccm.ui.SwarmChart;

/**
 * The card about a data set's copies.
 *
 * @param rule what is kept, in words; empty without a rule
 * @param swarm of all machines that hold it
 * @param counting verified copies that the rule counts, or would
 * @param more holders that are not shown
 * @param notices what is or may soon be lacking; for the owner alone
 * @param groups the owner's groups, to be named as places, as are the machines
 */
public record CopiesView(Optional<Rule> rule, SwarmChart swarm, int counting, int alwaysOn,
        List<Holder> holders, int more, List<CopyNotice> notices, boolean mine,
        List<Choice> machines,
        List<Choice> groups) {

    /** Machines and groups are those named, and none for anywhere. */
    public record Rule(int copies, int alwaysOn, String places) {}

    /**
     * A machine, or somebody's, that holds it; percent is how much of the time it was there lately, share
     * how much of the content's bytes it has, of a hundred.
     */
    public record Holder(String name, String owner, String state, Optional<Instant> verified,
            Optional<Instant> lastSeen, long percent, long share, boolean alwaysOn,
            boolean byRule) {}

    /** What may be ticked. */
    public record Choice(String id, String name, boolean chosen) {}
}

package org.gridtorrent.ccm.dataset.version;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.ccm.dataset.file.FileChanges.Change;
import org.gridtorrent.ccm.dataset.tab.DatasetHead;

/**
 * A data set's versions, the latest first, and what changed from another one to the one shown.
 *
 * @param number of the one shown
 * @param compared empty when there is nothing to compare with
 */
public record VersionsView(DatasetHead head, int number, List<Line> versions,
        Optional<Compared> compared) {

    /** A version; {@code changes} is what its owner says is new. */
    public record Line(String id, int number, String state, Instant created, long length,
            int files, String changes) {}

    /**
     * A page of what changed since another version.
     *
     * @param unproven files of which it cannot be told
     */
    public record Compared(String id, int number, List<Change> changes, int total, int unproven,
            int page, int pages) {}
}

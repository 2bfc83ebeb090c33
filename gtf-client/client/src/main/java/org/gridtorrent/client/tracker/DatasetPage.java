package org.gridtorrent.client.tracker;

import java.time.Instant;
import java.util.List;

/**
 * What is new, changed or gone among the data sets that this device's user may read.
 *
 * @param restart the list begins with this page: what neither it nor those that follow name is gone
 * @param cursor with which to ask for the next page
 * @param more whether there is more already
 */
public record DatasetPage(boolean restart, List<Dataset> datasets, List<Gone> gone, String cursor,
        boolean more) {
    public DatasetPage {
        datasets = List.copyOf(datasets);
        gone = List.copyOf(gone);
    }

    /**
     * A version of a data set.
     *
     * @param groups names of the user's groups that it is shared with
     * @param versions the same for all versions of a data set
     * @param version its number among them, from 1 on
     * @param length of all files, in bytes
     */
    public record Dataset(String id, String infoHash, String title, String ownerName,
            List<String> groups, String versions, int version, long length, Instant published) {
        public Dataset {
            groups = List.copyOf(groups);
        }
    }

    /** A data set that its owner withdrew, or else that the user may not read any more. */
    public record Gone(String id, boolean withdrawn) {}
}

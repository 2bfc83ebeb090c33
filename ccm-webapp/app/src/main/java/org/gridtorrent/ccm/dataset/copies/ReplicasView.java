package org.gridtorrent.ccm.dataset.copies;

import java.util.List;
import org.gridtorrent.catalog.replica.Replica;
import org.gridtorrent.catalog.replica.Replicas;

/**
 * Card about a data set's replicas at web servers.
 *
 * @param replicas the oldest first; for others than the owner those that were checked
 * @param mine whether the viewer is the owner, who may change them
 * @param secure whether only https addresses are taken
 * @param name of the file, or of the folder that holds the files
 * @param singleFile whether it is a file
 */
public record ReplicasView(List<Replica> replicas, boolean mine, boolean secure, String name,
        boolean singleFile) {

    /** Whether there are as many as there may be. */
    public boolean isFull() {
        return replicas.size() >= Replicas.MAX_REPLICAS;
    }
}

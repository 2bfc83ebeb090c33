package org.gridtorrent.client.tracker;

import java.util.List;
import java.util.Optional;

/**
 * Everything that this device is to do, as of a revision; and what its owner asks of it meanwhile.
 *
 * @param limits empty from a tracker that knows of none
 * @param replicaChecks all that this device has to make, those that are under way among them
 */
public record Assignments(long revision, List<Task> tasks, List<Question> questions,
        Optional<OwnersLimits> limits, List<ReplicaCheck> replicaChecks) {}

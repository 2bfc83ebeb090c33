package org.gridtorrent.client.tracker;

import java.util.List;

/** Everything that this device is to do, as of a revision. */
public record Assignments(long revision, List<Assignment> tasks) {}

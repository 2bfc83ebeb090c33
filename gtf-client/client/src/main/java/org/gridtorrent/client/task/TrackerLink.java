package org.gridtorrent.client.task;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether the tracker answers, as the poll sees it. For status only. */
public record TrackerLink(boolean reachable, Instant since, @Nullable String error) {}

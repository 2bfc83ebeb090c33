package org.gridtorrent.client.pages;

import org.jspecify.annotations.Nullable;

/** What a request set going: the data set, and the task that a device was given. */
public record StartedTask(@Nullable String id, String taskId) {}

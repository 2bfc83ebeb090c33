package org.gridtorrent.client.pages;

import org.jspecify.annotations.Nullable;

/** What a request set going: the data set, and the task that a device was given. */
public record Started(@Nullable String id, String taskId) {}

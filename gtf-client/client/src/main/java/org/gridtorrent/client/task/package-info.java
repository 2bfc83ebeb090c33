/**
 * Tasks of this machine: {@code TaskPoller} polls the tracker, {@code TaskRunner} runs what it hands out by the {@code TaskHandler} of
 * its kind, {@code TaskBoard} keeps all tasks, and {@code TaskReporter} reports them.
 */
@NullMarked
package org.gridtorrent.client.task;

import org.jspecify.annotations.NullMarked;

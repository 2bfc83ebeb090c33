/** The task manager: polls the tracker, runs what it hands out, reports, and keeps sharing what is held. */
@NullMarked
package org.gridtorrent.client.task;

import org.jspecify.annotations.NullMarked;

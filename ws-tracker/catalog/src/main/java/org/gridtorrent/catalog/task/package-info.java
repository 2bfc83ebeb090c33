/**
 * What people tell their devices to do ({@code Tasks}), how the devices do it ({@code Assignments}), and the
 * ledger of verified copies, which the ends of tasks write.
 */
@NullMarked
package org.gridtorrent.catalog.task;

import org.jspecify.annotations.NullMarked;

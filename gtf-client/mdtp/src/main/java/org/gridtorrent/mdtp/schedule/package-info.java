/**
 * Scheduling of byte ranges over replicas, after MDTP.
 *
 * <p>Pure deciders: one thread, no I/O, the clock is passed in.
 */
@NullMarked
package org.gridtorrent.mdtp.schedule;

import org.jspecify.annotations.NullMarked;

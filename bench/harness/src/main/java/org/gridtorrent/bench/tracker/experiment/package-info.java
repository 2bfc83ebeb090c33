/**
 * Experiment {@code tracker}: enrolments, announces, long polls, and stock clients beside opentracker.
 */
@NullMarked
package org.gridtorrent.bench.tracker.experiment;

import org.jspecify.annotations.NullMarked;

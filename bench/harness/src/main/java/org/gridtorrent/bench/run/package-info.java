/**
 * Record of a run: when, how long, on which machine, with which programs, and what disturbed it.
 *
 * <p>{@code RunRecorder} hears a run's progress and asks {@code ProcessMonitor} for processes, {@code
 * BackgroundLoad} for other programs, {@code ToolVersions} for versions; its {@code RunRecord} goes to the
 * {@code RecordFile}. {@code TimeEstimate} says what is left of several runs.
 *
 * <p>A virtual thread looks at processes twice a second; locks are the objects' own.
 */
@NullMarked
package org.gridtorrent.bench.run;

import org.jspecify.annotations.NullMarked;

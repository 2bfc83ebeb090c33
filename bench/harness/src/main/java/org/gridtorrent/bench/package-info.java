/**
 * Program {@code gridtorrent-bench}: runs experiments, each beside a peer in the same run, and reports
 * them.
 *
 * <p>{@code Experiments} is the table of all experiments. {@code RunCommand} picks some; {@code
 * RecordedRun} runs one and keeps its results and record, {@code ExperimentProcesses} runs several in
 * child processes. {@code ReportCommand} makes the report of what is kept. {@code LinkCommand} makes
 * emulated lines for other programs, and {@code WorkerCommands} are the processes that experiments start.
 *
 * <p>Layers, lowest first: {@code process}, {@code link}, {@code testbed}; {@code result}; {@code
 * experiment}; {@code peer} and {@code endpoint}; the experiments ({@code ptcp}, {@code engine}, {@code
 * swarm}, {@code mdtp}, {@code dataset}, {@code transfer}, {@code tracker}, {@code paper}); {@code run}, {@code report}.
 */
@NullMarked
package org.gridtorrent.bench;

import org.jspecify.annotations.NullMarked;

/**
 * Programs and processes: other people's, and this program's own.
 *
 * <p>{@code Tool} runs a command, {@code Host} runs it elsewhere, {@code Iperf3} and {@code Ping} are such
 * commands. A {@code TimedCommand} is one whose time is taken. {@code ChildJvm} is the command line of this
 * program's own processes; a {@code WorkerProcess} is one that carries out orders in its {@code WorkerLoop}.
 * {@code ProcessStats}, {@code ProcessTimes}, {@code PeakMemory}, {@code CpuClock} and {@code ProcessorTime}
 * measure processes and the machine.
 *
 * <p>Processes that are tied end with this one, also when it is killed.
 */
@NullMarked
package org.gridtorrent.bench.process;

import org.jspecify.annotations.NullMarked;

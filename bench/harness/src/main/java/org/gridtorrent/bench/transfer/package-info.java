/**
 * Experiments of the comparison paper (GridFTP, FDT, UDT): goodput of tools over a line, and fairness.
 *
 * <p>Each {@code TransferTool} does {@code TransferJob}s on a {@code TransferTestbed}; {@code
 * TransferExperiment} compares goodput, {@code FairnessExperiment} what is left to {@code
 * BackgroundFlows}.
 */
@NullMarked
package org.gridtorrent.bench.transfer;

import org.jspecify.annotations.NullMarked;

/**
 * Experiment {@code gridjet}: a data set on a far host, read as if it were local, after the GridJet paper.
 *
 * <p>A {@code ReadingTestbed} is one {@code ReadingCase}: a line with a site and a holder at its far end and a reader at
 * its near one, each a process of the real programs ({@code Workstation}; {@code ReaderStation} has the mount, too).
 * {@code SampleFiles} are what is read. Each way of reading is a {@code ReadTool}: {@code MountRead} and {@code
 * GatewayRead} are ours, {@code CurlRead} and {@code MountedPeerRead} other programs, with servers of their own at the
 * holder's host ({@code VsftpdServer}). {@code GridjetExperiment} makes rows of the times, beside the bound of the line
 * and the paper's Table 1 ({@code PaperTable}).
 *
 * <p>One thread runs all of it.
 */
@NullMarked
package org.gridtorrent.bench.gridjet;

import org.jspecify.annotations.NullMarked;

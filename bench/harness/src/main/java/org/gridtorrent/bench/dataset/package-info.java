/**
 * Experiments with a site's real programs: {@code private}, a data set from one machine to another beside programs that
 * copy files, and {@code start-up}.
 *
 * <p>{@code DatasetFiles} are what is copied. A {@code TestSite} has the site and its machines, each a process of the
 * real programs ({@code SiteProcess}, {@code MachineProcess}) as the build left them ({@code SitePrograms}); {@code
 * PrivateGet} and {@code ClearGet} fetch on it. {@code SshCopy}, {@code CurlCopy} and {@code SyncthingCopy} are
 * other programs, each with its own server. All of them are a {@code CopyTool}; a {@code CopyTestbed} lets them copy,
 * and {@code PrivateExperiment} makes rows of what they took. {@code StartUpExperiment} starts the same programs.
 *
 * <p>One thread runs all of it. A command may take 20 minutes.
 */
@NullMarked
package org.gridtorrent.bench.dataset;

import org.jspecify.annotations.NullMarked;

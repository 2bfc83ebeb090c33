/**
 * The daemon's tree of data sets for other processes of the same user: mounts live on while the daemon is restarted.
 *
 * <p>{@link org.gridtorrent.client.export.ExportServer} serves a {@link
 * org.gridtorrent.client.tree.DatasetTree} at a Unix socket of the home, {@link
 * org.gridtorrent.client.export.ExportClient} asks it. Frames are binary, with a length, the number of their request,
 * and a code ({@link org.gridtorrent.client.export.Frames}). Many requests are in progress at once on one
 * connection, in any order, and each can be cancelled by its number. Whoever gets no answer because the daemon
 * went away gets it when the daemon is back: requests change nothing, so they are sent again.
 *
 * <p>Bounds of a connection: 512 requests in progress, 64 MiB of bytes asked for.
 */
@NullMarked
package org.gridtorrent.client.export;

import org.jspecify.annotations.NullMarked;

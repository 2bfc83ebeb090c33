/**
 * Where experiments measure: hosts with a line between them, and folders for contents.
 *
 * <p>A {@code Testbed} gives a {@code Network}: an {@code EmulatedLine} made for the experiment, or the
 * {@code RealHosts} that the user named. {@code ContentFolder} has a content with its .torrent; it lies in
 * a {@code SharedFolder}, at the same path on every host, and that in a {@code TempFolder}.
 *
 * <p>Not thread-safe. Folders are deleted when they are closed, or at the process's end.
 */
@NullMarked
package org.gridtorrent.bench.testbed;

import org.jspecify.annotations.NullMarked;

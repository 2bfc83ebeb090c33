/**
 * Contents that this machine has and shares: {@code Contents} keeps {@code Holding}s in a {@code ContentStore} and runs a
 * {@code SharedContent} for each in the engine; {@code CachedContents} does so for readers.
 *
 * <p>Knows the tracker's records and no task.
 */
@NullMarked
package org.gridtorrent.client.share;

import org.jspecify.annotations.NullMarked;

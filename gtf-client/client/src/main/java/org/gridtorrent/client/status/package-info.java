/**
 * What the engine is doing, for users and programs.
 *
 * <p>{@link org.gridtorrent.client.status.Reasons} makes reason codes of the engine's obstacles and errors, and
 * {@link org.gridtorrent.client.status.ReasonText} the sentences of all reason codes. {@link
 * org.gridtorrent.client.status.StatusMessages} makes those of peers, web seeds and trackers. Values without state; for
 * any thread.
 */
@NullMarked
package org.gridtorrent.client.status;

import org.jspecify.annotations.NullMarked;

/**
 * What the engine is doing, for users and programs.
 *
 * <p>{@link org.gridtorrent.client.status.StatusMessages} is the one place that makes sentences of the engine's codes
 * and data. Values without state; for any thread.
 */
@NullMarked
package org.gridtorrent.client.status;

import org.jspecify.annotations.NullMarked;

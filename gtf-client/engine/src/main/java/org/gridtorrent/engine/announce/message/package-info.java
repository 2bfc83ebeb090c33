/**
 * Requests to trackers and their responses, independent of HTTP or UDP.
 *
 * <p>{@link org.gridtorrent.engine.announce.message.AnnounceRequest} goes out; {@link
 * org.gridtorrent.engine.announce.message.TrackerResponse} or {@link
 * org.gridtorrent.engine.announce.message.InvalidResponseException} comes back. Immutable values, for any thread.
 */
@NullMarked
package org.gridtorrent.engine.announce.message;

import org.jspecify.annotations.NullMarked;

/**
 * Announces and scrapes of stock BitTorrent clients, over HTTP and UDP, for what anybody may have. Here
 * is how they are read and written; {@link org.gridtorrent.tracker.swarm} knows the answers.
 */
@NullMarked
package org.gridtorrent.tracker.announce;

import org.jspecify.annotations.NullMarked;

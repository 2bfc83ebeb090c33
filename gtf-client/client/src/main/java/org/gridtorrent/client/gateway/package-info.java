/**
 * The daemon's gateway: an HTTP server on the loopback interface, at which the user's browser reads data sets
 * and writes to drafts.
 *
 * <p>{@link org.gridtorrent.client.gateway.Gateway} listens once somebody opens a data set; {@link
 * org.gridtorrent.client.gateway.GatewayHandler} answers a request, on a virtual thread of its own, {@link
 * org.gridtorrent.client.gateway.DraftsHandler} one for drafts. What may be read
 * comes from {@code client.tree}.
 */
@NullMarked
package org.gridtorrent.client.gateway;

import org.jspecify.annotations.NullMarked;

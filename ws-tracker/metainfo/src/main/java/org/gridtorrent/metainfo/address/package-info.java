/**
 * Addresses of trackers, sites and web seeds, as people and other programs write them.
 *
 * <p>{@link org.gridtorrent.metainfo.address.ServerUri} parses one and reads its host and port; {@link
 * org.gridtorrent.metainfo.address.ServerRequest} makes an HTTP request to it; {@link
 * org.gridtorrent.metainfo.address.AddressScope} says how near the host of an IP address is.
 *
 * <p>Values without threads or locks. Input is hostile: lengths are limited. Only {@code ServerRequest} asks the
 * name service.
 */
@NullMarked
package org.gridtorrent.metainfo.address;

import org.jspecify.annotations.NullMarked;

/**
 * Extension protocol (BEP 10): extension handshake, metadata (BEP 9), peer exchange (BEP 11), upload_only.
 *
 * <p>{@link org.gridtorrent.engine.extension.Extensions} dispatches received messages: to {@link
 * org.gridtorrent.engine.extension.ExtensionHandshakes}, {@link
 * org.gridtorrent.engine.extension.MetadataSender} and {@link
 * org.gridtorrent.engine.extension.PeerExchange}. Before the content is known, {@code MetadataPhase} uses
 * the handshakes alone.
 *
 * <p>Confined to the swarm's thread, without locks. Limits: a peer may fetch the metadata four times on one
 * connection; PEX messages are sent and accepted once a minute.
 */
@NullMarked
package org.gridtorrent.engine.extension;

import org.jspecify.annotations.NullMarked;

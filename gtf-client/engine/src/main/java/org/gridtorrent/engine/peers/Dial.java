package org.gridtorrent.engine.peers;

import java.util.List;
import org.gridtorrent.engine.transport.PeerAddress;
import org.jspecify.annotations.Nullable;

/**
 * A peer to dial, with its addresses.
 *
 * @param device device name that the peer must prove; null when only an address is known
 * @param addresses in the order of the attempts; one at least
 */
public record Dial(@Nullable String device, List<PeerAddress> addresses) {}

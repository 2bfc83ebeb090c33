package org.gridtorrent.engine.peers;

import java.util.List;
import org.gridtorrent.engine.transport.PeerAddress;
import org.jspecify.annotations.Nullable;

/**
 * One peer to be dialled.
 *
 * @param device its name, where it is known by one: nobody else is wanted
 * @param addresses in the order in which they are tried; one at least
 */
public record Dial(@Nullable String device, List<PeerAddress> addresses) {}

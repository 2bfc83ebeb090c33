/**
 * BitTorrent clients as experiments drive them: each a process that seeds or fetches when it is told to.
 *
 * <p>{@code ClientProgram} starts a {@code PeerProcess} with {@code PeerSettings}; it carries out {@code
 * PeerOrder}s. {@code EnginePeer} is our own process, other clients have a script in Python. {@code Fetch}
 * is one measured fetch, {@code EngineSwarm} our seeders and leech on a line.
 *
 * <p>A peer's process has one thread for orders. An order may take 20 minutes.
 */
@NullMarked
package org.gridtorrent.bench.peer;

import org.jspecify.annotations.NullMarked;

/**
 * Web seeds (BEP 19): web servers that have a swarm's content, beside its peers.
 *
 * <p>Main types, in the order of the data's way: {@link org.gridtorrent.engine.webseed.WebSeeds}, which servers
 * are known, which are used now, and when those that failed are asked again; {@link
 * org.gridtorrent.engine.webseed.WebSeed}, the link of one session, which joins requested blocks into ranges;
 * {@code RangeFetch}, one ranged GET of one file; {@code BlockAssembler}, which makes blocks of what ranges
 * bring. Blocks go to the swarm's mailbox as a peer's do.
 *
 * <p>{@code WebSeeds} is confined to the swarm's thread. A link has one lock; responses are read by threads of
 * {@code org.gridtorrent.mdtp.http}, which the swarm's back-pressure and rate limits hold back. Limits: 64 servers known
 * in a swarm, 8 used at a time, 4 requests under way to each.
 */
@NullMarked
package org.gridtorrent.engine.webseed;

import org.jspecify.annotations.NullMarked;

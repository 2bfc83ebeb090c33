/**
 * BitTorrent clients as benchmarks drive them: each a process of its own that seeds or fetches a
 * content when it is told to, ours and other people's alike.
 */
@NullMarked
package org.gridtorrent.bench.peer;

import org.jspecify.annotations.NullMarked;

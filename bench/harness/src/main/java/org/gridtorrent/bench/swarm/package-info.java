/** Swarms of real processes, and the least time that they could take. */
@NullMarked
package org.gridtorrent.bench.swarm;

import org.jspecify.annotations.NullMarked;

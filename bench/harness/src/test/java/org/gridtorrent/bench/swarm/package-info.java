/** Tests of these experiments. */
@NullMarked
package org.gridtorrent.bench.swarm;

import org.jspecify.annotations.NullMarked;

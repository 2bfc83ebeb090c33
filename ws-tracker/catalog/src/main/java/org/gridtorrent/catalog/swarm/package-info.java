/** Swarms: the site's devices in them, and strangers in those that are open to anybody. */
@NullMarked
package org.gridtorrent.catalog.swarm;

import org.jspecify.annotations.NullMarked;

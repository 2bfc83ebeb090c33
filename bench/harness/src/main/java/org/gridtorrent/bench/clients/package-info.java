/** BitTorrent clients side by side, in swarms of several sizes and rates. */
@NullMarked
package org.gridtorrent.bench.clients;

import org.jspecify.annotations.NullMarked;

/** Tests of the clients side by side. */
@NullMarked
package org.gridtorrent.bench.clients;

import org.jspecify.annotations.NullMarked;

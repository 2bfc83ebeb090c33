/** Tests of the emulated line. */
@NullMarked
package org.gridtorrent.bench.link.relay;

import org.jspecify.annotations.NullMarked;

/** Tests of the emulated line. */
@NullMarked
package org.gridtorrent.bench.link.netem;

import org.jspecify.annotations.NullMarked;

/** Tests of the emulated line. */
@NullMarked
package org.gridtorrent.bench.link;

import org.jspecify.annotations.NullMarked;

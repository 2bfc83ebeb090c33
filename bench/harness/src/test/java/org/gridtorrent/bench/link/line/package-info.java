/** Tests of the emulated line. */
@NullMarked
package org.gridtorrent.bench.link.line;

import org.jspecify.annotations.NullMarked;

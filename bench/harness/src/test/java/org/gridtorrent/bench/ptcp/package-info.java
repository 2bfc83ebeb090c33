/** Tests of these experiments. */
@NullMarked
package org.gridtorrent.bench.ptcp;

import org.jspecify.annotations.NullMarked;

/** Tests of these experiments. */
@NullMarked
package org.gridtorrent.bench.transfer;

import org.jspecify.annotations.NullMarked;

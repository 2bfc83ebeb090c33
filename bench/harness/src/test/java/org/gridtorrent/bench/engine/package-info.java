/** Tests of these experiments. */
@NullMarked
package org.gridtorrent.bench.engine;

import org.jspecify.annotations.NullMarked;

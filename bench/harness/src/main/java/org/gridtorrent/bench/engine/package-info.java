/** The engine's experiments: one seed to one leech, and many contents at once. */
@NullMarked
package org.gridtorrent.bench.engine;

import org.jspecify.annotations.NullMarked;

/** One run of an experiment and its record: when, how long, on which machine, with which programs. */
@NullMarked
package org.gridtorrent.bench.run;

import org.jspecify.annotations.NullMarked;

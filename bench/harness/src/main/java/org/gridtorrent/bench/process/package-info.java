/** Other people's programs, run beside ours. */
@NullMarked
package org.gridtorrent.bench.process;

import org.jspecify.annotations.NullMarked;

/** Tests of the processes at a line's ends. */
@NullMarked
package org.gridtorrent.bench.endpoint;

import org.jspecify.annotations.NullMarked;

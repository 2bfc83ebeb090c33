@NullMarked
package org.gridtorrent.bench.peer;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.gridtorrent.bench.process;

import org.jspecify.annotations.NullMarked;

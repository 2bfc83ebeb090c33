@NullMarked
package org.gridtorrent.bench.mdtp;

import org.jspecify.annotations.NullMarked;

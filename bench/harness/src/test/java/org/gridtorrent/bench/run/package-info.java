@NullMarked
package org.gridtorrent.bench.run;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.gridtorrent.bench.paper;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.gridtorrent.bench.dataset;

import org.jspecify.annotations.NullMarked;

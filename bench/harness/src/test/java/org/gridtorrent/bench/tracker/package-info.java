@NullMarked
package org.gridtorrent.bench.tracker;

import org.jspecify.annotations.NullMarked;

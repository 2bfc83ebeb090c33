@NullMarked
package org.gridtorrent.bench.testbed;

import org.jspecify.annotations.NullMarked;

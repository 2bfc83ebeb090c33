@NullMarked
package org.gridtorrent.bench.report;

import org.jspecify.annotations.NullMarked;

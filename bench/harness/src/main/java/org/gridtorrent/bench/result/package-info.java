/** What was measured: samples, results, and their forms as JSON lines, table and page. */
@NullMarked
package org.gridtorrent.bench.result;

import org.jspecify.annotations.NullMarked;

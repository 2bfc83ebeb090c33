/** ChartFinder that are found in results, and how they are drawn: the only place that knows JFreeChart and Batik. */
@NullMarked
package org.gridtorrent.bench.report.figure;

import org.jspecify.annotations.NullMarked;

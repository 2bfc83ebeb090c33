/**
 * Charts: found in results by {@code ChartFinder} and {@code BarChart}, drawn by {@code ChartRenderer}.
 *
 * <p>The only package that knows JFreeChart and Batik.
 */
@NullMarked
package org.gridtorrent.bench.report.figure;

import org.jspecify.annotations.NullMarked;

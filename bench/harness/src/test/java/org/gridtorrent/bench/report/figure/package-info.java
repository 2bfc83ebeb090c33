@NullMarked
package org.gridtorrent.bench.report.figure;

import org.jspecify.annotations.NullMarked;

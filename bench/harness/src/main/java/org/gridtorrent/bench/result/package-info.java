/**
 * Results: samples, rows, and their forms as JSON lines and as a text table.
 *
 * <p>{@code Samples} of a subject and a peer become a {@code Result}; {@code ResultJson} encodes it,
 * {@code ResultFile} keeps it, {@code ResultTable} prints it. Knows nothing of experiments.
 */
@NullMarked
package org.gridtorrent.bench.result;

import org.jspecify.annotations.NullMarked;

/**
 * Experiments of the GridTorrent paper (section 4), on emulated links with the paper's parameters.
 *
 * <p>{@code PaperLine} is such a line, {@code PaperTestbed} its programs. {@code PaperScenario} compares
 * many seeders with one sender's streams, {@code BestSetting} searches the best {@code StreamSetting},
 * {@code PaperOverhead} measures what the paper counts as overhead.
 */
@NullMarked
package org.gridtorrent.bench.paper;

import org.jspecify.annotations.NullMarked;

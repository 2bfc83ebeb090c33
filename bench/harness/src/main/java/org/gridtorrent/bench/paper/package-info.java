/**
 * The experiments of the GridTorrent paper (its section 4), on lines that are made after the paper's: one
 * sender's parallel streams beside many seeders of one content.
 */
@NullMarked
package org.gridtorrent.bench.paper;

import org.jspecify.annotations.NullMarked;

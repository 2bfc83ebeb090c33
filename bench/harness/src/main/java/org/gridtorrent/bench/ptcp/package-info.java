/** PTCP's experiments: what striping costs and brings. */
@NullMarked
package org.gridtorrent.bench.ptcp;

import org.jspecify.annotations.NullMarked;

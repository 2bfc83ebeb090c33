/** Which blocks to ask which peer for. Pure deciders: no I/O, no clock of their own. */
@NullMarked
package org.gridtorrent.engine.picker;

import org.jspecify.annotations.NullMarked;

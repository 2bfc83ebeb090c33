/** Whom to tell of, whom to believe in, whom to keep. Pure deciders: no I/O, no clock of their own. */
@NullMarked
package org.gridtorrent.engine.peers;

import org.jspecify.annotations.NullMarked;

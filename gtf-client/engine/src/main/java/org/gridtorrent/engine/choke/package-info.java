/** Whom to upload to. Pure deciders: no I/O, no clock of their own. */
@NullMarked
package org.gridtorrent.engine.choke;

import org.jspecify.annotations.NullMarked;

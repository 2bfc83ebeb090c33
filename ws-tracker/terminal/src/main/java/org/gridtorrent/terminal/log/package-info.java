/** Log of a program that runs for long, in a file of its own. */
@NullMarked
package org.gridtorrent.terminal.log;

import org.jspecify.annotations.NullMarked;

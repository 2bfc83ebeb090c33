/** What the programs share at the command line: output, progress, exit statuses, failures in one line. */
@NullMarked
package org.gridtorrent.terminal;

import org.jspecify.annotations.NullMarked;

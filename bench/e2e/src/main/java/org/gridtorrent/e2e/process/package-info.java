/** The programs as processes: started from their distribution folders, each in its own home. */
@NullMarked
package org.gridtorrent.e2e.process;

import org.jspecify.annotations.NullMarked;

/** What the tracker looks after by itself. */
@NullMarked
package org.gridtorrent.tracker.keep;

import org.jspecify.annotations.NullMarked;

/** How much the tracker lets in at once: connections, handshakes, calls. */
@NullMarked
package org.gridtorrent.tracker.limit;

import org.jspecify.annotations.NullMarked;

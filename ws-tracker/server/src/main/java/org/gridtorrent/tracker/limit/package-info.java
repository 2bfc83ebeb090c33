/** How much is let in at once: connections, handshakes, requests, calls. */
@NullMarked
package org.gridtorrent.tracker.limit;

import org.jspecify.annotations.NullMarked;

/** How bytes travel between peers, and who is let in: transports, connections and the gate. */
@NullMarked
package org.gridtorrent.engine.transport;

import org.jspecify.annotations.NullMarked;

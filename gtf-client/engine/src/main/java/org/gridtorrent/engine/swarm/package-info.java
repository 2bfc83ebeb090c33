/** One torrent's exchange: its owner thread, its peers' connections, its mailbox. */
@NullMarked
package org.gridtorrent.engine.swarm;

import org.jspecify.annotations.NullMarked;

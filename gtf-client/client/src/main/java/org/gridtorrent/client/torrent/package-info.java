/** The <code>torrent</code> commands: plain BitTorrent, without a site. */
@NullMarked
package org.gridtorrent.client.torrent;

import org.jspecify.annotations.NullMarked;

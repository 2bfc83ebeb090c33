/** The commands on .torrent files, as scripts meet them. */
@NullMarked
package org.gridtorrent.client.torrent;

import org.jspecify.annotations.NullMarked;

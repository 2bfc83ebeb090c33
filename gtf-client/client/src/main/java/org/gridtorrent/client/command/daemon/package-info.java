/** The daemon: install, run, stop and show it. */
@NullMarked
package org.gridtorrent.client.command.daemon;

import org.jspecify.annotations.NullMarked;

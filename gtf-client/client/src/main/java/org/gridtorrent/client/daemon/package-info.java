/** The daemon: one per home, unattended; and the Unix socket by which commands speak with it. */
@NullMarked
package org.gridtorrent.client.daemon;

import org.jspecify.annotations.NullMarked;

/** Files that survive a crash: whole or not there. */
@NullMarked
package org.gridtorrent.client.disk;

import org.jspecify.annotations.NullMarked;

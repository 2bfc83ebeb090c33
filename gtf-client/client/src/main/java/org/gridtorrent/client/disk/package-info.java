/** Files that survive a crash, whole or not there, and locks that do not. */
@NullMarked
package org.gridtorrent.client.disk;

import org.jspecify.annotations.NullMarked;

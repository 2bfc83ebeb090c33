/** {@code gridtorrent-server}: a whole site in one process, and the commands that look after it. */
@NullMarked
package org.gridtorrent.standalone;

import org.jspecify.annotations.NullMarked;

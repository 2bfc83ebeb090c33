/** Connected peers, as people and programs are shown them. */
@NullMarked
package org.gridtorrent.client.peer;

import org.jspecify.annotations.NullMarked;

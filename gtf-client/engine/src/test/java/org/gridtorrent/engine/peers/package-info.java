@NullMarked
package org.gridtorrent.engine.peers;

import org.jspecify.annotations.NullMarked;

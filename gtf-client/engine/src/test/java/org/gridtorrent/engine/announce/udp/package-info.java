@NullMarked
package org.gridtorrent.engine.announce.udp;

import org.jspecify.annotations.NullMarked;

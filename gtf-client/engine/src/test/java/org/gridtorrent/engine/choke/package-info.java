@NullMarked
package org.gridtorrent.engine.choke;

import org.jspecify.annotations.NullMarked;

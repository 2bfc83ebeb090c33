@NullMarked
package org.gridtorrent.engine.wire;

import org.jspecify.annotations.NullMarked;

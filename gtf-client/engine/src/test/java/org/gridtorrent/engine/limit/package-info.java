@NullMarked
package org.gridtorrent.engine.limit;

import org.jspecify.annotations.NullMarked;

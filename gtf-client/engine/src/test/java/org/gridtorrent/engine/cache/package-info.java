@NullMarked
package org.gridtorrent.engine.cache;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.gridtorrent.engine.memory;

import org.jspecify.annotations.NullMarked;

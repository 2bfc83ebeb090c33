/** Memory of the engine: {@link org.gridtorrent.engine.memory.BufferPool}, one limit for the process. */
@NullMarked
package org.gridtorrent.engine.memory;

import org.jspecify.annotations.NullMarked;

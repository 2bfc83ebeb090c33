/** The engine's timer: {@link org.gridtorrent.engine.timer.EngineTimer}, one thread for the process. */
@NullMarked
package org.gridtorrent.engine.timer;

import org.jspecify.annotations.NullMarked;

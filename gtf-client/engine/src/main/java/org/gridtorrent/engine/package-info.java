/** The data sharing engine: {@link org.gridtorrent.engine.Engine} listens and holds the swarms. */
@NullMarked
package org.gridtorrent.engine;

import org.jspecify.annotations.NullMarked;

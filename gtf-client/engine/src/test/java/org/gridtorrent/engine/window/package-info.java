@NullMarked
package org.gridtorrent.engine.window;

import org.jspecify.annotations.NullMarked;

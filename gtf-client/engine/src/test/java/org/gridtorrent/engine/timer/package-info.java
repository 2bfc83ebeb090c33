@NullMarked
package org.gridtorrent.engine.timer;

import org.jspecify.annotations.NullMarked;

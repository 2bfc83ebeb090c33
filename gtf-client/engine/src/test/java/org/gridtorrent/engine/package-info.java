@NullMarked
package org.gridtorrent.engine;

import org.jspecify.annotations.NullMarked;

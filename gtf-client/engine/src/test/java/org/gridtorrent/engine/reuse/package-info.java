@NullMarked
package org.gridtorrent.engine.reuse;

import org.jspecify.annotations.NullMarked;

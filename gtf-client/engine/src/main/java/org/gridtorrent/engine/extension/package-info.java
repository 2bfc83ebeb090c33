@NullMarked
package org.gridtorrent.engine.extension;

import org.jspecify.annotations.NullMarked;

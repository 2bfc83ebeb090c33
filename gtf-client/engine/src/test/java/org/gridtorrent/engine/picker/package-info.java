@NullMarked
package org.gridtorrent.engine.picker;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.gridtorrent.engine.status;

import org.jspecify.annotations.NullMarked;

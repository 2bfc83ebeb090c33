@NullMarked
package org.gridtorrent.engine.announce;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.gridtorrent.engine.announce.message;

import org.jspecify.annotations.NullMarked;

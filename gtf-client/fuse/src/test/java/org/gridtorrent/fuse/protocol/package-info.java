@NullMarked
package org.gridtorrent.fuse.protocol;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.gridtorrent.fuse;

import org.jspecify.annotations.NullMarked;

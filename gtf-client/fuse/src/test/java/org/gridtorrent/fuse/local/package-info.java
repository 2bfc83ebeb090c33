@NullMarked
package org.gridtorrent.fuse.local;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.gridtorrent.fuse.system;

import org.jspecify.annotations.NullMarked;

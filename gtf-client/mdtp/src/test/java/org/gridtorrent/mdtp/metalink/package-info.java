@NullMarked
package org.gridtorrent.mdtp.metalink;

import org.jspecify.annotations.NullMarked;

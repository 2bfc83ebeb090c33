@NullMarked
package org.gridtorrent.mdtp;

import org.jspecify.annotations.NullMarked;

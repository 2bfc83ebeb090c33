@NullMarked
package org.gridtorrent.mdtp.checksum;

import org.jspecify.annotations.NullMarked;

/** Checksums of files and of their pieces. Values without I/O. */
@NullMarked
package org.gridtorrent.mdtp.checksum;

import org.jspecify.annotations.NullMarked;

/** Tests of the file that is fetched and of its journal, on real disks. */
@NullMarked
package org.gridtorrent.mdtp.file;

import org.jspecify.annotations.NullMarked;

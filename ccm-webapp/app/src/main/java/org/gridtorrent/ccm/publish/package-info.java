/** Publication of a data set from a folder of a device. */
@NullMarked
package org.gridtorrent.ccm.publish;

import org.jspecify.annotations.NullMarked;

/** Versions of a data set. */
@NullMarked
package org.gridtorrent.ccm.dataset.version;

import org.jspecify.annotations.NullMarked;

/** The page of a data set, its metadata and its exports. */
@NullMarked
package org.gridtorrent.ccm.dataset;

import org.jspecify.annotations.NullMarked;

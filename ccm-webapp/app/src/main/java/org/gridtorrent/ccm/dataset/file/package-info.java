/** Files of data sets: listing, comparison of versions, download over HTTP, metalinks. */
@NullMarked
package org.gridtorrent.ccm.dataset.file;

import org.jspecify.annotations.NullMarked;

/** Who has access to a data set, and until when. */
@NullMarked
package org.gridtorrent.ccm.dataset.access;

import org.jspecify.annotations.NullMarked;

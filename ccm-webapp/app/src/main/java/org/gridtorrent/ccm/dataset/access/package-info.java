/** Access to a data set: grants, their ends, and the pages and resources for them. */
@NullMarked
package org.gridtorrent.ccm.dataset.access;

import org.jspecify.annotations.NullMarked;

/** What a node measures of itself and of the database, and who may read that. */
@NullMarked
package org.gridtorrent.ccm.metrics;

import org.jspecify.annotations.NullMarked;

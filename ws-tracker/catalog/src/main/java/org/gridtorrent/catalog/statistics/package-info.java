/** How much there is of everything, for whoever watches over the site. */
@NullMarked
package org.gridtorrent.catalog.statistics;

import org.jspecify.annotations.NullMarked;

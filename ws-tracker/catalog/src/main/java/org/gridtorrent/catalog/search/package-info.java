/** The words and facets of data sets, held in memory to be searched; without database or clock. */
@NullMarked
package org.gridtorrent.catalog.search;

import org.jspecify.annotations.NullMarked;

/** Metadata of data sets, in the terms of DataCite; values without database. */
@NullMarked
package org.gridtorrent.catalog.metadata;

import org.jspecify.annotations.NullMarked;

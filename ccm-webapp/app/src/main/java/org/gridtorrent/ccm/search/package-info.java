/** Search in the catalog: form, address of a search, facets. */
@NullMarked
package org.gridtorrent.ccm.search;

import org.jspecify.annotations.NullMarked;

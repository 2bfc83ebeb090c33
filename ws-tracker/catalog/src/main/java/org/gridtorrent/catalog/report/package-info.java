/** Who can see what: the rights to data sets, as the report on them lists them. */
@NullMarked
package org.gridtorrent.catalog.report;

import org.jspecify.annotations.NullMarked;

/** What the catalog's subjects share of the database and of its periodic work. */
@NullMarked
package org.gridtorrent.catalog.db;

import org.jspecify.annotations.NullMarked;

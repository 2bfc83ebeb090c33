/**
 * The search: an index in memory that follows the database by the number of the {@code SearchClock}.
 * {@code SearchIndex} and what it consists of know neither database nor clock.
 */
@NullMarked
package org.gridtorrent.catalog.search;

import org.jspecify.annotations.NullMarked;

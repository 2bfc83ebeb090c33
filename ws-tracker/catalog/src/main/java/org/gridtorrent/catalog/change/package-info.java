/**
 * What changes of contents entail for those who follow them: gathered in the transaction's one
 * {@code ContentChange}, and written just before it commits. {@code SearchClock} has the number by which
 * searches follow.
 */
@NullMarked
package org.gridtorrent.catalog.change;

import org.jspecify.annotations.NullMarked;

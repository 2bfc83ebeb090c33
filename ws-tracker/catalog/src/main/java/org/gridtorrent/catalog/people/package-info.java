/** Groups, buddies and what waits for an answer, as values; and who may do what in a group. Pure. */
@NullMarked
package org.gridtorrent.catalog.people;

import org.jspecify.annotations.NullMarked;

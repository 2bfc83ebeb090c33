/**
 * The database: connections and migrations ({@code Database}), transactions, row locks, one lease for each
 * work that one node alone does, and the long polls ({@code Watch}) that wait for a device's revision.
 * Knows none of the subjects.
 */
@NullMarked
package org.gridtorrent.catalog.db;

import org.jspecify.annotations.NullMarked;

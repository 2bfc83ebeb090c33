/** Metrics of a node and of the database, and the token that gives access to them. */
@NullMarked
package org.gridtorrent.ccm.metrics;

import org.jspecify.annotations.NullMarked;

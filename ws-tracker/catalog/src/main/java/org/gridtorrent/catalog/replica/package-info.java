/** Replicas of contents at web servers, their checks, and how these end. Values only. */
@NullMarked
package org.gridtorrent.catalog.replica;

import org.jspecify.annotations.NullMarked;

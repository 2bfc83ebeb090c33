/** Replicas of contents at web servers, and their checks by the owners' machines. */
@NullMarked
package org.gridtorrent.catalog.replica;

import org.jspecify.annotations.NullMarked;

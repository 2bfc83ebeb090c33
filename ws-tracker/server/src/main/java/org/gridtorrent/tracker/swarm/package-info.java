/**
 * Who has what of the contents that anybody may have: the swarms of strangers and the site's own
 * devices, held in memory, and kept in the catalog behind the answers.
 */
@NullMarked
package org.gridtorrent.tracker.swarm;

import org.jspecify.annotations.NullMarked;

/** The experiment of the site's tracker: its rounds and its aims. */
@NullMarked
package org.gridtorrent.bench.tracker.rounds;

import org.jspecify.annotations.NullMarked;

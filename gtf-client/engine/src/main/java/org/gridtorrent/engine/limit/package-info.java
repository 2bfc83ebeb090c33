/** How fast content may go: rates by a week's schedule, and who waits for them in which order. */
@NullMarked
package org.gridtorrent.engine.limit;

import org.jspecify.annotations.NullMarked;

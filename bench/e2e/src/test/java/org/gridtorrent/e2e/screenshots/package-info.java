/** Pictures of the pages, for people to look at. */
@NullMarked
package org.gridtorrent.e2e.screenshots;

import org.jspecify.annotations.NullMarked;

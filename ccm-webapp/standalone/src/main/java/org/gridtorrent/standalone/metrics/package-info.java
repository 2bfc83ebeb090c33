/** What a site tells whoever watches over it: measurements, and whether it is ready. */
@NullMarked
package org.gridtorrent.standalone.metrics;

import org.jspecify.annotations.NullMarked;

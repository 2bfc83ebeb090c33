/** What the site's audit log holds, and on whose errand a thread changes the catalog. */
@NullMarked
package org.gridtorrent.catalog.audit;

import org.jspecify.annotations.NullMarked;

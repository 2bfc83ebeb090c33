/** What the catalog refuses to people, each by a name under which other languages have it too. */
@NullMarked
package org.gridtorrent.catalog.refusal;

import org.jspecify.annotations.NullMarked;
